//! Starts `kibitz lsp`, which must be on the path of the project.

use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

struct Kibitz;

impl zed::Extension for Kibitz {
    fn new() -> Self {
        Kibitz
    }

    fn language_server_command(&mut self, _: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let command = worktree
            .which("kibitz")
            .ok_or("there is no `kibitz` on the path: install it with `pipx install kibitz`")?;
        Ok(Command { command, args: vec!["lsp".into()], env: worktree.shell_env() })
    }
}

zed::register_extension!(Kibitz);
