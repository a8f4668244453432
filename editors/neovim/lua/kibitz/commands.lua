--- The commands. What they do is loaded when they are used.
local kibitz = require("kibitz")
local M = {}

--- Commands that apply a code action of one kind.
M.actions = {
  Convert = { "refactor.rewrite.convert", "Write the record in its other form" },
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

local function apply(kind, command)
  if not kibitz.client(0) then
    kibitz.say("no server serves this buffer; see :checkhealth kibitz", vim.log.levels.WARN)
    return
  end
  local options = { context = { only = { kind } }, apply = true }
  if command.range > 0 then
    local last = vim.api.nvim_buf_get_lines(0, command.line2 - 1, command.line2, false)[1]
    options.range = { start = { command.line1, 0 }, ["end"] = { command.line2, #last } }
  end
  vim.lsp.buf.code_action(options)
end

--- Checks the records of the workspace that are not open, too, and lists what is wrong.
local function check_workspace()
  local client = kibitz.client(0) or vim.lsp.get_clients({ name = kibitz.name })[1]
  if not client then
    kibitz.say("no server runs; see :checkhealth kibitz", vim.log.levels.WARN)
    return
  end
  local command = { title = "Check the workspace", command = "kibitz.checkWorkspace" }
  client:exec_cmd(command, { bufnr = 0 }, function(err)
    if not err then
      vim.diagnostic.setqflist({ open = true, title = "kibitz" })
    end
  end)
end

--- Commands that copy and paste, by the function of `kibitz.clipboard` that they call.
local CLIPBOARD = {
  Copy = { "copy", "Copy the picture as text, between the fences of a chat" },
  CopyTownSquare = { "copy_town_square", "Copy the grimoire as a game state of the town square" },
  Paste = { "paste", "Paste a game state of the town square, or a drawing, as a grimoire" },
}

local LAYOUTS = { "balanced", "compact", "horizontal", "tower", "auto", "circle" }

local function layouts(begun)
  return vim.tbl_filter(function(name)
    return vim.startswith(name, begun)
  end, LAYOUTS)
end

function M.setup()
  for name, action in pairs(M.actions) do
    vim.api.nvim_create_user_command("Kibitz" .. name, function(command)
      apply(action[1], command)
    end, { range = true, desc = action[2] })
  end
  for name, does in pairs(CLIPBOARD) do
    vim.api.nvim_create_user_command("Kibitz" .. name, function(command)
      require("kibitz.clipboard")[does[1]](command)
    end, { register = true, desc = does[2] })
  end
  vim.api.nvim_create_user_command("KibitzRestart", function()
    require("kibitz.server").restart()
  end, { desc = "Start the server anew" })
  vim.api.nvim_create_user_command("KibitzCheckWorkspace", check_workspace, {
    desc = "Check the records of the workspace that are not open, too",
  })
  vim.api.nvim_create_user_command("KibitzPreview", function(command)
    local preview = require("kibitz.preview")
    if command.bang then
      preview.browse(command.fargs[1])
    else
      preview.open(command.fargs[1], command.smods)
    end
  end, { bang = true, nargs = "?", complete = layouts, desc = "Show the picture of the record beside it" })
end

return M
