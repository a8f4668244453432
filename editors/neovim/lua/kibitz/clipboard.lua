--- What goes to the clipboard, or any register, and comes from it. The server says it in the form that is wanted.
local kibitz = require("kibitz")
local M = {}

local FENCE = "```"

local function register(command)
  return command.reg ~= "" and command.reg or vim.fn.has("clipboard") == 1 and "+" or '"'
end

--- Asks the server something about the record at the cursor, and hands a good answer on.
local function ask(method, make, use)
  local bufnr, client = vim.api.nvim_get_current_buf(), kibitz.client(0)
  if not client then
    kibitz.say("no server serves this buffer; see :checkhealth kibitz", vim.log.levels.WARN)
    return
  end
  local here = vim.lsp.util.make_position_params(0, client.offset_encoding)
  client:request(method, make(here), function(err, answer)
    if err or not answer then
      kibitz.say(err and err.message or "there is no answer", vim.log.levels.WARN)
    else
      use(answer)
    end
  end, bufnr)
end

local function in_form(argument)
  return { command = "kibitz.inForm", arguments = { argument } }
end

--- Copies the picture as text, between the fences that a chat wants.
function M.copy(command)
  ask("kibitz/preview", function(here)
    return vim.tbl_extend("force", here, { format = "text", view = "picture" })
  end, function(answer)
    vim.fn.setreg(register(command), ("%s\n%s\n%s\n"):format(FENCE, (answer.text:gsub("\n$", "")), FENCE), "V")
    kibitz.say("the picture is in register " .. register(command))
  end)
end

--- Copies the grimoire at the cursor as the game state that the town square reads.
function M.copy_town_square(command)
  ask("workspace/executeCommand", function(here)
    return in_form({ uri = here.textDocument.uri, position = here.position, to = "townsquare" })
  end, function(state)
    vim.fn.setreg(register(command), state, "V")
    kibitz.say("the game state is in register " .. register(command))
  end)
end

--- Puts a game state of the town square, or a drawing, below the cursor: as a grimoire in one line.
function M.paste(command)
  local text = vim.fn.getreg(register(command))
  ask("workspace/executeCommand", function()
    return in_form({ text = text, language = "botc", to = "line" })
  end, function(grimoire)
    local lines = vim.split((grimoire:gsub("\n$", "")), "\n")
    if vim.api.nvim_get_current_line() == "" then
      local row = vim.api.nvim_win_get_cursor(0)[1]
      vim.api.nvim_buf_set_lines(0, row - 1, row, true, lines)
    else
      vim.api.nvim_put(lines, "l", true, true)
    end
  end)
end

return M
