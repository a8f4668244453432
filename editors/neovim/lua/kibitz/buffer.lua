--- Options that all four filetypes share, set by `ftplugin/`.
local M = {}

--- Set the options of the current buffer. `comment` is 'commentstring', `comments` is 'comments'.
function M.setup(comment, comments)
  vim.b.did_ftplugin = 1
  vim.bo.commentstring = comment
  vim.bo.comments = comments
  -- Neovim adds this line end when writing. The server must see it, or formatting adds another one.
  vim.bo.endofline = vim.bo.endofline or vim.bo.fixendofline
  -- Autoindent would leave a space after a grimoire of several lines.
  vim.bo.autoindent = false
  vim.b.undo_ftplugin = "setlocal autoindent< commentstring< comments< completeopt< iskeyword<"
end

return M
