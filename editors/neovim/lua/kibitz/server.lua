--- Finding, starting and restarting the server.
local kibitz = require("kibitz")
local M = {}

local RESTARTS = 3 -- Maximum number of restarts after crashes …
local WITHIN = 180 * 1000 -- … within this time in milliseconds.

local told, crashes, given_up = {}, 0, false
local followed = {} -- Connections that a new server replaces.
local waiting = {} -- Functions that end the clients without a server.

--- Return the command that starts the server and where it was found: the setting, the path, or the clone's environment.
--- Without a command, return nil and the reason.
function M.command()
  local cmd = kibitz.option("cmd")
  if cmd then
    cmd = type(cmd) == "string" and { cmd, "lsp" } or vim.deepcopy(cmd)
    cmd[1] = vim.fs.normalize(cmd[1])
    if vim.fn.executable(cmd[1]) == 0 then
      return nil, ("`%s`, which vim.g.kibitz_cmd names, cannot be run"):format(cmd[1])
    end
    return cmd, "vim.g.kibitz_cmd"
  end
  local clone = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h:h:h:h:h")
  for _, path in ipairs({ "kibitz", clone .. "/.venv/bin/kibitz" }) do
    if vim.fn.executable(path) == 1 then
      return { vim.fn.exepath(path), "lsp" }, path == "kibitz" and "$PATH" or "the environment of this clone"
    end
  end
  return nil, "`kibitz` is not on the path: install it, or set vim.g.kibitz_cmd"
end

--- Show an error once, however many buffers and attempts it concerns.
local function complain(message)
  if not told[message] then
    told[message] = true
    kibitz.say(message .. "; see :checkhealth kibitz", vim.log.levels.ERROR)
  end
end

--- Return a connection to nothing. If the user types in a buffer without a client, Neovim stops watching the buffer:
--- the next server would miss every change.
local function nowhere(dispatchers)
  local function finish()
    dispatchers.on_exit(0, 0)
  end
  local function no()
    return false
  end
  local function yes()
    return true
  end
  table.insert(waiting, finish)
  return { request = no, notify = no, terminate = finish, is_closing = yes }
end

--- Count a server that ended by itself, and report it.
local function crashed(cmd, rpc, how)
  crashes = crashes + 1
  vim.defer_fn(function()
    crashes = math.max(crashes - 1, 0)
  end, WITHIN)
  local answered = vim.iter(vim.lsp.get_clients({ name = kibitz.name })):any(function(client)
    return client.rpc == rpc
  end)
  given_up = not answered or crashes > RESTARTS
  if not answered then
    complain(("the server `%s` does not start"):format(table.concat(cmd, " ")))
  elseif given_up then
    complain(("the server keeps ending (%s); :Kibitz restart tries again"):format(how))
  else
    kibitz.say(("the server ended (%s) and is started again"):format(how), vim.log.levels.WARN)
  end
end

--- Start the server; the `cmd` of the configuration. A server that ends by itself is started again at once.
function M.start(dispatchers, config)
  local cmd, why = M.command()
  if not cmd then
    complain(why)
  end
  if not cmd or given_up then
    return nowhere(dispatchers)
  end
  local ok, rpc
  local function on_exit(code, signal)
    vim.schedule(function()
      if (code ~= 0 or signal ~= 0) and not followed[rpc] and vim.v.exiting == vim.NIL then
        crashed(cmd, rpc, signal ~= 0 and "signal " .. signal or "status " .. code)
        followed[rpc] = true
      end
    end)
    -- With the real code, Neovim would show a message longer than a line, and its prompt would swallow the next key.
    dispatchers.on_exit(0, 0)
    vim.schedule(function()
      if followed[rpc] and vim.lsp.is_enabled(kibitz.name) then
        vim.lsp.enable(kibitz.name)
      end
    end)
  end
  local watching = vim.tbl_extend("force", dispatchers, { on_exit = on_exit })
  ok, rpc = pcall(vim.lsp.rpc.start, cmd, watching, { cwd = config.cmd_cwd, env = config.cmd_env })
  if not ok then
    complain(("the server `%s` cannot be run"):format(table.concat(cmd, " ")))
    return nowhere(dispatchers)
  end
  return rpc
end

--- Stop the server, if it runs, and start it again for all open records.
function M.restart()
  told, crashes, given_up = {}, 0, false
  local ended = waiting
  waiting = {}
  for _, client in ipairs(vim.lsp.get_clients({ name = kibitz.name })) do
    followed[client.rpc] = true
    -- Neovim 0.12 gives it this many milliseconds; 0.11 ends it at once.
    client:stop(3000)
  end
  vim.lsp.enable(kibitz.name)
  for _, finish in ipairs(ended) do
    finish()
  end
end

return M
