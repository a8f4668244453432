--- What goes to the clipboard, or any register, and comes from it. The server says it in the form that is wanted.
local kibitz = require("kibitz")
local M = {}

local function register(command)
  return command.reg ~= "" and command.reg or vim.fn.has("clipboard") == 1 and "+" or '"'
end

--- Asks the server about the record at the cursor, and hands a good answer on.
local function ask(method, make, use)
  local client = kibitz.served()
  if client then
    client:request(method, make(vim.lsp.util.make_position_params(0, client.offset_encoding)), function(err, answer)
      if err or not answer then
        kibitz.say(err and err.message or "there is no answer", vim.log.levels.WARN)
      else
        use(answer)
      end
    end, vim.api.nvim_get_current_buf())
  end
end

local function in_form(make, use)
  ask("workspace/executeCommand", function(here)
    return { command = "kibitz.inForm", arguments = { make(here) } }
  end, use)
end

--- Copies the picture as text, between the fences that a chat wants.
function M.copy(command)
  ask("kibitz/preview", function(here)
    return vim.tbl_extend("force", here, { format = "text", view = "picture" })
  end, function(answer)
    vim.fn.setreg(register(command), "```\n" .. answer.text:gsub("\n$", "") .. "\n```\n", "V")
    kibitz.say("the picture is in register " .. register(command))
  end)
end

--- Copies the grimoire at the cursor as the game state that the town square reads.
function M.copy_town_square(command)
  in_form(function(here)
    return { uri = here.textDocument.uri, position = here.position, to = "townsquare" }
  end, function(state)
    vim.fn.setreg(register(command), state, "V")
    kibitz.say("the game state is in register " .. register(command))
  end)
end

--- Puts a game state of the town square, or a drawing, below the cursor, or on its empty line: as a grimoire in one line.
function M.paste(command)
  in_form(function()
    return { text = vim.fn.getreg(register(command)), language = "botc", to = "line" }
  end, function(grimoire)
    local row, empty = vim.fn.line("."), vim.fn.getline(".") == ""
    local lines = vim.split(grimoire:gsub("\n$", ""), "\n")
    vim.api.nvim_buf_set_lines(0, empty and row - 1 or row, row, true, lines)
    vim.api.nvim_win_set_cursor(0, { empty and row or row + #lines, 0 })
  end)
end

return M
