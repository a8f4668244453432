--- Finding the server, starting it, and what happens when it ends by itself.
local kibitz = require("kibitz")
local M = {}

local RESTARTS = 3 -- How often a server that ended by itself is started again …
local WITHIN = 180 * 1000 -- … within so many milliseconds.
local HELP = "; see :checkhealth kibitz"

--- The levels of messages by their numbers in the protocol.
M.LEVELS = { vim.log.levels.ERROR, vim.log.levels.WARN, vim.log.levels.INFO, vim.log.levels.DEBUG }

local told = {}
local crashes = {}
local restarting = false

--- The command that starts the server and where it was found: the setting, the path, or the environment of the clone.
--- Without one, nil and why.
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
  if vim.fn.executable("kibitz") == 1 then
    return { vim.fn.exepath("kibitz"), "lsp" }, "$PATH"
  end
  local here = M.in_clone()
  if here then
    return { here, "lsp" }, "the environment of this clone"
  end
  return nil, "there is no `kibitz` on the path: install it, or set vim.g.kibitz_cmd"
end

--- The server in `.venv` of the clone that this plugin is a part of.
function M.in_clone()
  local root = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h:h:h:h:h")
  for _, path in ipairs({ ".venv/bin/kibitz", ".venv/Scripts/kibitz.exe" }) do
    local found = vim.fs.joinpath(root, path)
    if vim.fn.executable(found) == 1 then
      return found
    end
  end
end

--- Says something once, however many buffers and attempts it concerns.
local function complain(message)
  if not told[message] then
    told[message] = true
    kibitz.say(message, vim.log.levels.ERROR)
  end
end

--- What is still to be done for clients whose server has ended: Neovim has not been told yet.
local ended = {}

--- Hides the clients whose server has ended, and keeps them until another server serves their buffers.
---
--- Neovim 0.11 watches a buffer no longer when something is typed in it while it has no client, and does not begin
--- again: the next server would not hear of any change.
local function bury(exited)
  table.insert(ended, exited)
  for _, client in ipairs(vim.lsp.get_clients({ name = kibitz.name })) do
    if client:is_stopped() then
      client.initialized = false
      for _, pulled in ipairs({ false, true }) do
        vim.diagnostic.reset(vim.lsp.diagnostic.get_namespace(client.id, pulled))
      end
    end
  end
end

--- A server serves: Neovim may forget those that have ended.
function M.forget_ended()
  local callbacks = ended
  ended = {}
  for _, exited in ipairs(callbacks) do
    exited(0, 0)
  end
end

--- A connection to nothing.
local function nowhere(dispatchers)
  table.insert(ended, dispatchers.on_exit)
  local function no()
    return false
  end
  local function yes()
    return true
  end
  return { request = no, notify = no, terminate = no, is_closing = yes }
end

--- The reason in what a program wrote before it gave up: the last line, which is where Python says it.
local function reason(result)
  local lines = vim.split(vim.trim(result.stderr or ""), "\n")
  local last = vim.trim(lines[#lines] or "")
  return last ~= "" and last or ("it ended with status %d"):format(result.code)
end

--- Why a server ended before it had said anything: asked of a second one, because the first one's words are in a log.
local function diagnose(cmd)
  local function tell(result)
    complain(("the server `%s` does not start: %s%s"):format(table.concat(cmd, " "), reason(result), HELP))
  end
  local ok = pcall(vim.system, cmd, { stdin = "", text = true, timeout = 10000 }, vim.schedule_wrap(tell))
  if not ok then
    complain(("the server `%s` cannot be run%s"):format(table.concat(cmd, " "), HELP))
  end
end

--- Starts a server that ended by itself again, unless it does so all the time.
local function revive(how)
  local now = vim.uv.now()
  crashes = vim.tbl_filter(function(time)
    return now - time < WITHIN
  end, crashes)
  table.insert(crashes, now)
  if #crashes > RESTARTS then
    complain(("the server keeps ending (%s); :KibitzRestart tries again%s"):format(how, HELP))
    return
  end
  kibitz.say(("the server ended (%s) and is started again"):format(how), vim.log.levels.WARN)
  vim.defer_fn(function()
    vim.lsp.enable(kibitz.name)
  end, 100)
end

--- Notes in `state` what goes through a connection: whether the server answered, and whether it was told to stop.
local function watched(rpc, state)
  local request, terminate = rpc.request, rpc.terminate
  function rpc.request(method, params, callback, ...)
    if method == "shutdown" then
      state.stopped = true
    elseif method == "initialize" then
      return request(method, params, function(...)
        state.answered = true
        return callback(...)
      end, ...)
    elseif method == "textDocument/completion" then
      callback = require("kibitz.items").fitted(params, callback)
    end
    return request(method, params, callback, ...)
  end
  function rpc.terminate(...)
    state.stopped = true
    return terminate(...)
  end
  return rpc
end

--- Starts the server; the `cmd` of the configuration. A server that cannot be started is reported once.
function M.start(dispatchers, config)
  local cmd, why = M.command()
  if not cmd then
    complain(why .. HELP)
    return nowhere(dispatchers)
  end
  local state = {}
  local exited = dispatchers.on_exit
  local extra = { cwd = config and config.cmd_cwd, env = config and config.cmd_env }
  local function on_exit(code, signal)
    if state.stopped and not restarting or vim.v.exiting ~= vim.NIL then
      -- As it should be. Neovim would think otherwise of a server that had to be killed.
      exited(0, 0)
      return
    end
    vim.schedule(function()
      bury(exited)
      if state.stopped then
        return
      elseif state.answered then
        revive(signal ~= 0 and "signal " .. signal or "status " .. code)
      else
        diagnose(cmd)
      end
    end)
  end
  local watching = vim.tbl_extend("force", dispatchers, { on_exit = on_exit })
  local ok, rpc = pcall(vim.lsp.rpc.start, cmd, watching, extra)
  if not ok then
    diagnose(cmd)
    return nowhere(dispatchers)
  end
  return watched(rpc, state)
end

--- Stops the server, if it runs, and starts it anew for all open records.
function M.restart()
  told, crashes, restarting = {}, {}, true
  local clients = vim.lsp.get_clients({ name = kibitz.name })
  for _, client in ipairs(clients) do
    client:stop()
  end
  local waited = 0
  local function start()
    local left = vim.tbl_filter(function(client)
      return not client:is_stopped()
    end, clients)
    if #left > 0 and waited < 3000 then
      waited = waited + 50
      vim.defer_fn(start, 50)
      return
    end
    for _, client in ipairs(left) do
      client:stop(true)
    end
    restarting = false
    vim.lsp.enable(kibitz.name)
  end
  start()
end

return M
