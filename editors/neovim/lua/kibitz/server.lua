--- Finding, starting and restarting the server.
local kibitz = require("kibitz")
local M = {}

local RESTARTS = 3 -- Maximum number of restarts after crashes …
local WITHIN = 180 * 1000 -- … within this time in milliseconds.

local told, crashes = {}, 0

local function nop() end

--- Return the command that starts the server: of the setting, on the path, or of the clone's environment. Without a
--- command, return nil and the reason.
function M.command()
  local cmd, why = kibitz.option("cmd"), "`kibitz` is not on the path: install it, or set vim.g.kibitz_cmd"
  local clone = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h:h:h:h:h")
  for _, one in ipairs(cmd and { cmd } or { "kibitz", clone .. "/.venv/bin/kibitz" }) do
    local words = type(one) == "string" and { one, "lsp" } or one
    local program = vim.fn.exepath(vim.fs.normalize(words[1]))
    if program ~= "" then
      return { program, unpack(words, 2) }
    end
    why = cmd and ("`%s`, which vim.g.kibitz_cmd names, cannot be run"):format(words[1]) or why
  end
  return nil, why
end

--- Show an error once, however many buffers and attempts it concerns. Return a connection to nothing: if the user types
--- in a buffer without a client, Neovim stops watching the buffer, and the next server would miss every change.
local function nowhere(message)
  if not told[message] then
    told[message] = true
    kibitz.say(message .. "; see :checkhealth kibitz", vim.log.levels.ERROR)
  end
  local function closed()
    return true
  end
  return { request = nop, notify = nop, terminate = nop, is_closing = closed }
end

--- Start the server; the `cmd` of the configuration. A server that ends by itself is started again at once.
function M.start(dispatchers, config)
  local cmd, why = M.command()
  if not cmd or crashes > RESTARTS then
    return nowhere(why or "the server keeps ending")
  end
  local exited = dispatchers.on_exit
  function dispatchers.on_exit(code, signal)
    -- With the real code, Neovim would show a message longer than a line, and its prompt would swallow the next key.
    exited(0, 0)
    vim.schedule(function()
      if (code ~= 0 or signal ~= 0) and vim.v.exiting == vim.NIL and vim.lsp.is_enabled("kibitz") then
        crashes = crashes + 1
        vim.defer_fn(function()
          crashes = math.max(crashes - 1, 0)
        end, WITHIN)
        vim.lsp.enable("kibitz")
      end
    end)
  end
  local ok, rpc = pcall(vim.lsp.rpc.start, cmd, dispatchers, { cwd = config.cmd_cwd, env = config.cmd_env })
  return ok and rpc or nowhere(("the server `%s` cannot be run"):format(table.concat(cmd, " ")))
end

--- Stop the server, if it runs, and start it again for all open records.
function M.restart()
  told, crashes = {}, 0
  vim.lsp.enable("kibitz", false)
  vim.lsp.enable("kibitz")
end

return M
