--- `:checkhealth kibitz`: whether the server is found and starts. `:checkhealth vim.lsp` shows which servers run.
local M = {}

local INSTALL = {
  "install it: `pipx install kibitz`, or `pip install kibitz` in an environment that is on the path",
  "or name it: `vim.g.kibitz_cmd = { '/path/to/kibitz', 'lsp' }`",
}

--- Report the version of the server, or why it does not start. `--version` replaces `lsp` in the command.
local function version(cmd)
  local asked = vim.deepcopy(cmd)
  asked[asked[#asked] == "lsp" and #asked or #asked + 1] = "--version"
  local ok, result = pcall(function()
    return vim.system(asked, { text = true, timeout = 10000 }):wait()
  end)
  if ok and result.code == 0 then
    vim.health.ok(vim.trim(result.stdout))
    return
  end
  -- The last line of Python's output is the error message.
  local lines = vim.split(vim.trim(ok and result.stderr or tostring(result)), "\n")
  local try = "try it in a terminal: " .. table.concat(asked, " ")
  vim.health.error("it does not start: " .. lines[#lines], { try, unpack(INSTALL) })
end

function M.check()
  vim.health.start("kibitz on Neovim " .. tostring(vim.version()))
  if vim.fn.exists("#filetypedetect") == 0 then
    vim.health.warn("Filetypes are not detected", { "`filetype plugin on`" })
  end
  local cmd, where = require("kibitz.server").command()
  if not cmd then
    vim.health.error(where, INSTALL)
    return
  end
  vim.health.ok(("`%s` (%s)"):format(table.concat(cmd, " "), where))
  version(cmd)
  local serving = vim.lsp.get_clients({ name = "kibitz" })[1]
  local count = serving and vim.tbl_count(serving.attached_buffers) or 0
  vim.health.info(("It serves %d buffer(s); for more see `:checkhealth vim.lsp`"):format(count))
end

return M
