--- Completions as Neovim can show and accept them.
---
--- In the protocol each item replaces a range of its own. In Neovim all items begin at one column and end at the cursor.
local M = {}

local SNIPPET = 2

--- The text of a line between two columns of the server's.
local function between(line, encoding, first, last)
  local function byte(column)
    return vim.str_byteindex(line, encoding, column, false)
  end
  return line:sub(byte(first) + 1, byte(last))
end

local function escaped(text)
  return (text:gsub("[\\$}]", "\\%0"))
end

--- Has an item begin with what stands before it, so that it can begin where the others do.
local function prefixed(item, prefix)
  local edit = item.textEdit
  item.filterText = prefix .. (item.filterText or item.label)
  edit.newText = (item.insertTextFormat == SNIPPET and escaped(prefix) or prefix) .. edit.newText
end

--- Has what the item replaces behind the cursor deleted in an edit of its own, which Neovim makes when the item is in
--- the text already, or, for a snippet, just before that.
local function cut_behind(item, start, behind, encoding)
  local row = item.textEdit.range.start.line
  local typed = item.insertTextFormat == SNIPPET and "" or item.textEdit.newText
  local from = start + vim.str_utfindex(typed, encoding)
  local cut = {
    range = {
      start = { line = row, character = from },
      ["end"] = { line = row, character = from + behind },
    },
    newText = "",
  }
  item.additionalTextEdits = vim.list_extend({ cut }, item.additionalTextEdits or {})
end

--- Has several lines come in as a snippet: Neovim's menu inserts one line at most.
local function unfolded(item)
  if item.insertTextFormat ~= SNIPPET and item.textEdit.newText:find("\n") then
    item.insertTextFormat = SNIPPET
    item.filterText = item.filterText or item.label
    item.textEdit.newText = escaped(item.textEdit.newText)
  end
end

local function fit(items, position, line, encoding)
  local start = position.character
  for _, item in ipairs(items) do
    unfolded(item)
    start = math.min(start, item.textEdit.range.start.character)
  end
  for _, item in ipairs(items) do
    local range = item.textEdit.range
    if range.start.character > start then
      prefixed(item, between(line, encoding, start, range.start.character))
      range.start.character = start
    end
    local behind = range["end"].character - position.character
    if behind > 0 then
      range["end"].character = position.character
      cut_behind(item, start, behind, encoding)
    end
  end
end

--- Whether an item is one of those that this is about: it replaces a part of the line of the cursor.
local function simple(item, position)
  local range = item.textEdit and item.textEdit.range
  return range and range.start.line == position.line and range["end"].line == position.line
end

--- Whether the cursor is where the completions were asked for.
local function current(params, bufnr, encoding)
  if vim.api.nvim_get_current_buf() ~= bufnr then
    return false
  end
  return vim.deep_equal(vim.lsp.util.make_position_params(0, encoding).position, params.position)
end

--- The callback of a request for completions, with an answer that Neovim can use, and that is to be asked for again
--- after every character: more is known then.
---
--- An answer that comes when more has been typed is dropped. Neovim would show all of it, as if it fitted.
function M.fitted(params, callback)
  return function(err, result, ...)
    local bufnr = vim.uri_to_bufnr(params.textDocument.uri)
    local client = require("kibitz").client(bufnr)
    if not result or not client then
      return callback(err, result, ...)
    elseif not current(params, bufnr, client.offset_encoding) then
      return
    end
    local position = params.position
    local items = vim.tbl_filter(function(item)
      return simple(item, position)
    end, result.items or result)
    local line = vim.api.nvim_buf_get_lines(bufnr, position.line, position.line + 1, false)[1]
    if line then
      fit(items, position, line, client.offset_encoding)
    end
    return callback(err, { isIncomplete = true, items = items }, ...)
  end
end

return M
