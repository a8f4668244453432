--- Copying and pasting with the clipboard or a register. The server converts the text.
local kibitz = require("kibitz")
local M = {}

--- Return the named register, else the clipboard if there is one, else the unnamed register.
local function register(name)
  return name or vim.fn.has("clipboard") == 1 and "+" or '"'
end

--- Copy the record at the cursor in the form `to`: `picture` is text, `townsquare` is the state of a town square app.
function M.copy(name, to)
  local client = kibitz.client(0)
  local here = vim.lsp.util.make_position_params(0, client and client.offset_encoding or "utf-16")
  kibitz.execute("inForm", { uri = here.textDocument.uri, position = here.position, to = to }, function(text)
    vim.fn.setreg(register(name), text, "V")
    kibitz.say("copied to register " .. register(name))
  end)
end

--- Paste a town square state or a drawing as a grimoire in one line, below the cursor or in its empty line.
--- In a `pfn` buffer, paste a Figgie log as a round, in a new buffer unless this one is empty.
function M.paste(name)
  local round = vim.bo.filetype == "pfn"
  local asked = { text = vim.fn.getreg(register(name)), language = "botc", to = "line" }
  if round then
    asked.language, asked.to = "pfn", "record"
  end
  kibitz.execute("inForm", asked, function(record)
    if round and vim.fn.search("\\S", "nw") > 0 then
      vim.cmd.new()
      vim.bo.filetype = "pfn"
    end
    local row, empty = vim.fn.line("."), vim.fn.getline(".") == ""
    local lines = vim.split(vim.trim(record), "\n")
    vim.api.nvim_buf_set_lines(0, empty and row - 1 or row, row, true, lines)
    vim.api.nvim_win_set_cursor(0, { empty and row or row + #lines, 0 })
  end)
end

return M
