--- `:Kibitz {subcommand}`. A subcommand loads its module when it runs.
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
local LAYOUTS = { "balanced", "compact", "horizontal", "tower", "auto", "circle" }
local FORMS = { "picture", "townsquare" }

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

local subcommands = {
  preview = function(command, layout)
    if command.bang then
      require("kibitz.preview").browse(layout)
    else
      require("kibitz.preview").open(layout, command.smods)
    end
  end,
  play = function()
    require("kibitz.playing").play()
  end,
  copy = function(_, form, register)
    -- A single letter is a register.
    if form and #form == 1 then
      form, register = nil, form
    end
    require("kibitz.clipboard").copy(register, form or FORMS[1])
  end,
  paste = function(_, register)
    require("kibitz.clipboard").paste(register)
  end,
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
local ARGUMENTS = { preview = LAYOUTS, copy = FORMS }

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
