--- `:Kibitz {subcommand}`.
local kibitz = require("kibitz")
local M = {}

--- The kinds of the code actions that subcommands apply.
local ACTIONS = {
  convert = "refactor.rewrite.convert",
  lines = "refactor.rewrite.lines",
  next = "refactor.rewrite.nextGrimoire",
  kill = "refactor.rewrite.kill",
  revive = "refactor.rewrite.revive",
  vote = "refactor.rewrite.spendVote",
  token = "refactor.rewrite.addToken",
  outcome = "refactor.rewrite.outcome",
  renumber = "refactor.rewrite.renumber",
  sort = "refactor.rewrite.sortTrades",
  fix = "quickfix",
  fixall = "source.fixAll",
}
local ARGUMENTS = {
  preview = { "balanced", "compact", "horizontal", "tower", "auto", "circle" },
  copy = { "picture", "townsquare" },
}

--- Apply a code action at the cursor or in the range. With a name, take the action whose title contains it.
local function act(kind, command, name)
  local options = { context = { only = { kind } }, apply = true }
  if command.range > 0 or name then
    local last = vim.fn.getline(command.line2)
    options.range = { start = { command.line1, 0 }, ["end"] = { command.line2, #last } }
  end
  if name then
    options.filter = function(one)
      return (" " .. one.title:lower() .. " "):find(" " .. name:lower() .. " ", 1, true) ~= nil
    end
  end
  if kibitz.served() then
    vim.lsp.buf.code_action(options)
  end
end

--- Return the named register, else the clipboard if there is one, else the unnamed register.
local function register(name)
  return name or vim.fn.has("clipboard") == 1 and "+" or '"'
end

--- Copy the record at the cursor as a text (`picture`) or as the state of a town square app. A single letter is a
--- register.
local function copy(_, form, name)
  if form and #form == 1 then
    form, name = nil, form
  end
  local client = kibitz.served()
  if client then
    local here = vim.lsp.util.make_position_params(0, client.offset_encoding)
    local asked = { uri = here.textDocument.uri, position = here.position, to = form or "picture" }
    kibitz.execute("inForm", asked, function(text)
      vim.fn.setreg(register(name), text, "V")
      kibitz.say("copied to register " .. register(name))
    end)
  end
end

--- Paste a town square state or a drawing as a grimoire in one line, below the cursor or in its empty line.
--- In other notations, paste a log as a record, in a new buffer unless this one is empty.
local function paste(_, name)
  local language = vim.bo.filetype
  local to = language == "botc" and "line" or "record"
  kibitz.execute("inForm", { text = vim.fn.getreg(register(name)), language = language, to = to }, function(record)
    if to == "record" and vim.fn.search("\\S", "nw") > 0 then
      vim.cmd.new()
      vim.bo.filetype = language
    end
    local row, empty = vim.fn.line("."), vim.fn.getline(".") == ""
    local lines = vim.split(vim.trim(record), "\n")
    vim.api.nvim_buf_set_lines(0, empty and row - 1 or row, row, true, lines)
    vim.api.nvim_win_set_cursor(0, { empty and row or row + #lines, 0 })
  end)
end

local subcommands = {
  preview = function(command, layout)
    require("kibitz.preview")[command.bang and "browse" or "open"](layout, command.smods)
  end,
  play = function()
    require("kibitz.playing").play(vim.api.nvim_get_current_win())
  end,
  copy = copy,
  paste = paste,
  check = function()
    kibitz.execute("checkWorkspace", nil, function()
      vim.diagnostic.setqflist({ open = true, title = "kibitz" })
    end)
  end,
  restart = function()
    require("kibitz.server").restart()
  end,
}
for name, kind in pairs(ACTIONS) do
  subcommands[name] = function(command, player)
    act(kind, command, player)
  end
end

local function complete(begun, line)
  local words = vim.split(line:gsub("^.*Kibitz!?%s+", ""), "%s+")
  local names = #words > 1 and (ARGUMENTS[words[1]] or {}) or vim.tbl_keys(subcommands)
  table.sort(names)
  return vim.tbl_filter(function(name)
    return vim.startswith(name, begun)
  end, names)
end

function M.setup()
  vim.api.nvim_create_user_command("Kibitz", function(command)
    local run = subcommands[command.fargs[1]]
    if not run then
      return kibitz.say(("no subcommand `%s`; see :help :Kibitz"):format(command.fargs[1]), vim.log.levels.WARN)
    end
    run(command, unpack(command.fargs, 2))
  end, { desc = "Game records: preview, fix, play …", bang = true, nargs = "+", range = true, complete = complete })
end

return M
