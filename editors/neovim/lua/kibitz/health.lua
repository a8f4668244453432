--- `:checkhealth kibitz`: whether the server is found and starts. `:checkhealth vim.lsp` shows which servers run.
local M = {}

local INSTALL = {
  "install it: `pipx install kibitz`, or `pip install kibitz` in an environment that is on the path",
  "or name it: `vim.g.kibitz_cmd = { '/path/to/kibitz', 'lsp' }`",
  "then start it: `:Kibitz restart`",
}

function M.check()
  vim.health.start("kibitz")
  local cmd, why = require("kibitz.server").command()
  if not cmd then
    vim.health.error(why, INSTALL)
    return
  end
  local asked = vim.list_slice(cmd)
  -- `--version` replaces `lsp`.
  asked[#cmd + (cmd[#cmd] == "lsp" and 0 or 1)] = "--version"
  local ok, lines = pcall(vim.fn.systemlist, asked)
  if ok and vim.v.shell_error == 0 then
    vim.health.ok(("%s: `%s`"):format(lines[1], table.concat(cmd, " ")))
  else
    -- The last line of Python's output is the error message.
    lines = ok and lines[#lines] or lines
    vim.health.error(("`%s` does not start: %s"):format(table.concat(cmd, " "), lines), INSTALL)
  end
end

return M
