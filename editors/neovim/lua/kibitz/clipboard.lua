--- What goes to the clipboard, or any register, and comes from it. The server gives it the form that is wanted.
local kibitz = require("kibitz")
local M = {}

--- The register that is named, or the clipboard if there is one.
local function register(name)
  return name or vim.fn.has("clipboard") == 1 and "+" or '"'
end

--- Copies what is at the cursor in the form `to`: the `picture` as text, or as an app keeps it (`townsquare`).
function M.copy(name, to)
  local client = kibitz.client(0)
  local here = vim.lsp.util.make_position_params(0, client and client.offset_encoding or "utf-16")
  kibitz.execute("inForm", { uri = here.textDocument.uri, position = here.position, to = to }, function(text)
    vim.fn.setreg(register(name), text, "V")
    kibitz.say("copied to register " .. register(name))
  end)
end

--- Puts a state of a town square, or a drawing, below the cursor, or on its empty line: as a grimoire in one line. Of a log of
--- Figgie it makes a round: here if nothing stands here, else in a new buffer.
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
