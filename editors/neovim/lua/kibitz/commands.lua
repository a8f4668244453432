--- The commands. What they do is loaded when they are used.
local kibitz = require("kibitz")
local M = {}

-- Commands that apply a code action of one kind.
local ACTIONS = {
  Convert = { "refactor.rewrite.convert", "Write the record in its other form" },
  Lines = { "refactor.rewrite.lines", "Write one player a line, or all in one line" },
  NextGrimoire = { "refactor.rewrite.nextGrimoire", "Copy the grimoire below, for what happens next" },
  Kill = { "refactor.rewrite.kill", "Kill the player at the cursor" },
  Revive = { "refactor.rewrite.revive", "Bring the player at the cursor back to life" },
  SpendVote = { "refactor.rewrite.spendVote", "Use the ghost vote of the player at the cursor" },
  AddToken = { "refactor.rewrite.addToken", "Put a reminder token on the player at the cursor" },
  Outcome = { "refactor.rewrite.outcome", "Write the outcome that follows from the cards" },
  Renumber = { "refactor.rewrite.renumber", "Number the trades 1, 2, 3 …" },
  SortTrades = { "refactor.rewrite.sortTrades", "Sort the trades by time" },
  Fix = { "quickfix", "Fix what is wrong at the cursor" },
  FixAll = { "source.fixAll", "Fix all that is safe to fix" },
}
local LAYOUTS = { "balanced", "compact", "horizontal", "tower", "auto", "circle" }

local function act(kind, command)
  local options = { context = { only = { kind } }, apply = true }
  if command.range > 0 then
    local last = vim.fn.getline(command.line2)
    options.range = { start = { command.line1, 0 }, ["end"] = { command.line2, #last } }
  end
  if kibitz.served() then
    vim.lsp.buf.code_action(options)
  end
end

-- What `:Kibitz` does to a player of the grimoire at the cursor who is named.
local VERBS = { kill = "Kill", revive = "Revive", vote = "SpendVote" }

local function act_on(command)
  local action, name = ACTIONS[VERBS[command.fargs[1]]], command.fargs[2]
  if not action or not name then
    return kibitz.say("`:Kibitz kill Bob`, `:Kibitz revive Bob` or `:Kibitz vote Bob`")
  end
  local line = vim.fn.line(".")
  local all = { start = { line, 0 }, ["end"] = { line, #vim.fn.getline(line) } }
  if kibitz.served() then
    vim.lsp.buf.code_action({
      context = { only = { action[1] } },
      range = all,
      apply = true,
      filter = function(one)
        return (" " .. one.title:lower() .. " "):find(" " .. name:lower() .. " ", 1, true) ~= nil
      end,
    })
  end
end

local function verbs(begun, line)
  if #vim.split(line, "%s+") > 2 then
    return {}
  end
  return vim.tbl_filter(function(name)
    return vim.startswith(name, begun)
  end, vim.tbl_keys(VERBS))
end

local function check_workspace()
  kibitz.execute("checkWorkspace", nil, function()
    vim.diagnostic.setqflist({ open = true, title = "kibitz" })
  end)
end

local function preview(command)
  if command.bang then
    require("kibitz.preview").browse(command.fargs[1])
  else
    require("kibitz.preview").open(command.fargs[1], command.smods)
  end
end

local function layouts(begun)
  return vim.tbl_filter(function(name)
    return vim.startswith(name, begun)
  end, LAYOUTS)
end

function M.setup()
  local function define(name, description, action, options)
    options = vim.tbl_extend("error", { desc = description }, options or {})
    vim.api.nvim_create_user_command("Kibitz" .. name, action, options)
  end
  for name, action in pairs(ACTIONS) do
    define(name, action[2], function(command)
      act(action[1], command)
    end, { range = true })
  end
  for name, to in pairs({
    Copy = "picture",
    CopyTownSquare = "townsquare",
  }) do
    define(name, ("Copy the record's %s to the clipboard or a register"):format(to), function(command)
      require("kibitz.clipboard").copy(command, to)
    end, { register = true })
  end
  define("Paste", "Paste what a program keeps of a game, or a drawing, as a record", function(command)
    require("kibitz.clipboard").paste(command)
  end, { register = true })
  define("", "Kill or revive a player, or use the vote of one: `:Kibitz kill Bob`", act_on, {
    nargs = "+",
    complete = verbs,
  })
  define("Restart", "Start the server anew", function()
    require("kibitz.server").restart()
  end)
  define("Play", "Choose what happens next, and write it", function()
    require("kibitz.playing").play()
  end)
  define("CheckWorkspace", "Check the records of the workspace that are not open, too", check_workspace)
  local options = { bang = true, nargs = "?", complete = layouts }
  define("Preview", "Show the picture of the record beside it", preview, options)
end

return M
