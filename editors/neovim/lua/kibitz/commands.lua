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

-- Commands that copy and paste, by the function of `kibitz.clipboard` that they call.
local CLIPBOARD = {
  Copy = { "copy", "Copy the picture as text, between the fences of a chat" },
  CopyTownSquare = { "copy_town_square", "Copy the grimoire as a game state of the town square" },
  Paste = { "paste", "Paste a game state of the town square, or a drawing, as a grimoire" },
}

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

--- Checks the records of the workspace that are not open, too, and lists what is wrong.
local function check_workspace()
  local client = kibitz.served()
  local command = { title = "Check the workspace", command = "kibitz.checkWorkspace" }
  if client then
    client:exec_cmd(command, { bufnr = 0 }, function(err)
      if not err then
        vim.diagnostic.setqflist({ open = true, title = "kibitz" })
      end
    end)
  end
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
  end, { "balanced", "compact", "horizontal", "tower", "auto", "circle" })
end

function M.setup()
  local function define(name, action, options)
    vim.api.nvim_create_user_command("Kibitz" .. name, action, options)
  end
  for name, action in pairs(ACTIONS) do
    define(name, function(command)
      act(action[1], command)
    end, { range = true, desc = action[2] })
  end
  for name, does in pairs(CLIPBOARD) do
    define(name, function(command)
      require("kibitz.clipboard")[does[1]](command)
    end, { register = true, desc = does[2] })
  end
  define("Restart", function()
    require("kibitz.server").restart()
  end, { desc = "Start the server anew" })
  define("CheckWorkspace", check_workspace, { desc = "Check the records of the workspace that are not open, too" })
  local show = "Show the picture of the record beside it"
  define("Preview", preview, { bang = true, nargs = "?", complete = layouts, desc = show })
end

return M
