--- What a picture of a record stands for.
local api = vim.api
local M = {}

local NEAR = 6 -- Columns: an event of a hand is not much longer.

--- What is drawn where, from the server's answer: `row`, `first` and `last` in the lines of the picture, `from` and `to`
--- in the record; rows and columns count from 0, columns in bytes.
function M.glyphs(answer, lines, bufnr, encoding)
  local function source(position)
    local line = api.nvim_buf_get_lines(bufnr, position.line, position.line + 1, false)[1] or ""
    return { position.line, vim.str_byteindex(line, encoding, position.character, false) }
  end
  return vim.tbl_map(function(span)
    local line = lines[span.line + 1] or ""
    return {
      row = span.line,
      first = vim.str_byteindex(line, "utf-32", span.start, false),
      last = vim.str_byteindex(line, "utf-32", span["end"], false),
      from = source(span.range.start),
      to = source(span.range["end"]),
    }
  end, answer.spans)
end

local function before(one, other)
  return one[1] < other[1] or one[1] == other[1] and one[2] <= other[2]
end

--- Whether two glyphs stand for the same stretch of the record.
local function twins(one, other)
  return vim.deep_equal(one.from, other.from) and vim.deep_equal(one.to, other.to)
end

--- How far the cursor is from what a glyph stands for: first whether it touches it, then columns, then its extent.
local function distance(glyph, cursor)
  if before(glyph.from, cursor) and before(cursor, glyph.to) then
    return { 0, 0, glyph.to[1] - glyph.from[1], glyph.to[2] - glyph.from[2] }
  elseif glyph.from[1] == cursor[1] and glyph.to[1] == cursor[1] then
    local columns = math.max(glyph.from[2] - cursor[2], cursor[2] - glyph.to[2])
    return columns <= NEAR and { 1, columns, 0, 0 } or nil
  end
end

local function less(one, other)
  for place, value in ipairs(one) do
    if value ~= other[place] then
      return value < other[place]
    end
  end
  return false
end

--- The glyphs that belong to the cursor: those of the smallest stretch that it touches, else of one that is close.
function M.touched(glyphs, cursor)
  local found, best = {}, nil
  for _, glyph in ipairs(glyphs) do
    local here = distance(glyph, cursor)
    if here and (not best or less(here, best)) then
      found, best = { glyph }, here
    elseif here and twins(glyph, found[1]) then
      table.insert(found, glyph)
    end
  end
  return found
end

return M
