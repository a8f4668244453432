--- The options that all four filetypes share; `ftplugin/` calls it.
local M = {}

--- `comment` is 'commentstring'; `comments` the option of that name.
function M.setup(comment, comments)
  vim.b.did_ftplugin = 1
  vim.bo.commentstring = comment
  vim.bo.comments = comments
  -- The line end that writing adds is told to the server: formatting would add another one.
  vim.bo.endofline = vim.bo.endofline or vim.bo.fixendofline
  -- What is typed is the text: behind a grimoire of several lines a blank would be left over.
  vim.bo.autoindent = false
  vim.b.undo_ftplugin = "setlocal autoindent< commentstring< comments< completeopt< iskeyword<"
end

return M
