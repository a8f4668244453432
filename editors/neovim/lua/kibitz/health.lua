--- `:checkhealth kibitz`: what is there, what is missing, and what to do about it.
local kibitz = require("kibitz")
local health = vim.health
local M = {}

local INSTALL = {
  "install it: `pipx install kibitz`, or `pip install kibitz` in an environment that is on the path",
  "or name it: `vim.g.kibitz_cmd = { '/path/to/kibitz', 'lsp' }`",
}

local function run(cmd)
  local ok, result = pcall(function()
    return vim.system(cmd, { text = true, timeout = 10000 }):wait()
  end)
  return ok and result or { code = -1, stderr = "it cannot be run: " .. tostring(result) }
end

local function neovim()
  if vim.fn.has("nvim-0.11") == 1 then
    local version = vim.version()
    health.ok(("Neovim %d.%d.%d"):format(version.major, version.minor, version.patch))
  else
    health.error("Neovim is older than 0.11", { "update Neovim" })
  end
  local later = {
    inline_completion = "inline completion",
    on_type_formatting = "formatting as you type",
    linked_editing_range = "linked editing",
  }
  local missing = {}
  for module, name in vim.spairs(later) do
    if not vim.lsp[module] then
      table.insert(missing, name)
    end
  end
  if #missing > 0 then
    health.info("Neovim 0.12 adds " .. table.concat(missing, ", "))
  end
end

--- The interpreter that a script of pip's runs with, from its first line.
local function interpreter(program)
  local ok, lines = pcall(vim.fn.readfile, program, "", 1)
  return ok and (lines[1] or ""):match("^#!%s*(%S*python%S*)") or nil
end

local function python(program)
  local path = interpreter(program)
  if not path then
    return
  end
  local result = run({ path, "--version" })
  if result.code ~= 0 then
    health.error("its Python " .. path .. " cannot be run", { "install kibitz again, with a Python that is there" })
    return
  end
  local version = vim.version.parse(vim.trim(result.stdout .. result.stderr))
  if version and vim.version.lt(version, { 3, 10 }) then
    health.error("its Python is " .. tostring(version), { "install kibitz with Python 3.10 or newer" })
  else
    health.ok(("Python %s (%s)"):format(version or "?", path))
  end
end

--- What the server says of itself, asked with `--version` in the place of `lsp`.
local function version(cmd)
  local asked = vim.deepcopy(cmd)
  asked[asked[#asked] == "lsp" and #asked or #asked + 1] = "--version"
  local result = run(asked)
  if result.code == 0 then
    health.ok(vim.trim(result.stdout))
    return
  end
  local lines = vim.split(vim.trim(result.stderr or ""), "\n")
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
  python(cmd[1])
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

local function settings()
  local config = vim.lsp.config[kibitz.name] or {}
  if type(config.cmd) == "table" then
    health.info("vim.lsp.config names a command: " .. table.concat(config.cmd, " "))
  end
  if vim.fn.exists("#filetypedetect") == 0 then
    health.warn("Filetypes are not detected", { "`filetype plugin on`" })
  end
end

function M.check()
  health.start("kibitz: Neovim")
  neovim()
  settings()
  health.start("kibitz: server")
  server()
  clients()
end

return M
