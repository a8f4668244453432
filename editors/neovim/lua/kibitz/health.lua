--- `:checkhealth kibitz`: what is there, what is missing, and what to do about it.
local kibitz = require("kibitz")
local health = vim.health
local M = {}

local INSTALL = {
  "install it: `pipx install kibitz`, or `pip install kibitz` in an environment that is on the path",
  "or name it: `vim.g.kibitz_cmd = { '/path/to/kibitz', 'lsp' }`",
}

--- What the server says of itself, asked with `--version` in the place of `lsp`: its version and its Python's.
local function version(cmd)
  local asked = vim.deepcopy(cmd)
  asked[asked[#asked] == "lsp" and #asked or #asked + 1] = "--version"
  local ok, result = pcall(function()
    return vim.system(asked, { text = true, timeout = 10000 }):wait()
  end)
  if ok and result.code == 0 then
    health.ok(vim.trim(result.stdout))
    return
  end
  -- The last line is where Python says what is wrong.
  local lines = vim.split(vim.trim(ok and result.stderr or tostring(result)), "\n")
  local try = "try it in a terminal: " .. table.concat(asked, " ")
  health.error("it does not start: " .. lines[#lines], { try, unpack(INSTALL) })
end

local function server()
  local cmd, where = require("kibitz.server").command()
  if not cmd then
    health.error(where, INSTALL)
    return
  end
  health.ok(("`%s` (%s)"):format(table.concat(cmd, " "), where))
  version(cmd)
end

local function clients()
  local found = vim.lsp.get_clients({ name = kibitz.name })
  if #found == 0 then
    health.info("No server runs: it starts with the first .pfn, .bjn, .botc or .qgn file")
  end
  for _, client in ipairs(found) do
    local count = vim.tbl_count(client.attached_buffers)
    health.ok(("A server runs (client %d, %s) and serves %d buffer(s)"):format(client.id, client.offset_encoding, count))
  end
end

function M.check()
  health.start("kibitz: Neovim")
  health.ok("Neovim " .. tostring(vim.version()))
  if not vim.lsp.inline_completion then
    health.info("Neovim 0.12 adds inline completion, formatting as you type and linked editing")
  end
  if vim.fn.exists("#filetypedetect") == 0 then
    health.warn("Filetypes are not detected", { "`filetype plugin on`" })
  end
  health.start("kibitz: server")
  server()
  clients()
end

return M
