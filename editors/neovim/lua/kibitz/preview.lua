--- The picture of the record in a split. It follows the cursor and every edit; <CR> on something goes to its source.
local kibitz = require("kibitz")
local picture = require("kibitz.picture")
local api = vim.api
local M = {}

local METHOD = "kibitz/preview"
local PATIENCE = 2000 -- Milliseconds: of a server that ends, or gives up a request, nothing is heard.
local COLOURS = api.nvim_create_namespace("kibitz.preview.colours")
local HERE = api.nvim_create_namespace("kibitz.preview.here")
local SOURCE = api.nvim_create_namespace("kibitz.preview.source")

--- The only preview: its buffer and window, the record that it shows, and what is drawn where.
local view

--- The window that shows the record: the current one, if it does.
local function source_window()
  local current = api.nvim_get_current_win()
  if api.nvim_win_get_buf(current) == view.source then
    return current
  end
  return vim.fn.win_findbuf(view.source)[1]
end

local function cursor_of(window)
  local row, column = unpack(api.nvim_win_get_cursor(window))
  return { row - 1, column }
end

--- Marks what belongs to the cursor, and brings it into view.
local function mark_here()
  api.nvim_buf_clear_namespace(view.buf, HERE, 0, -1)
  local window = source_window()
  if not window then
    return
  end
  local found = picture.touched(view.glyphs, cursor_of(window))
  for _, glyph in ipairs(found) do
    local options = { end_col = glyph.last, hl_group = "KibitzHere", priority = 200 }
    api.nvim_buf_set_extmark(view.buf, HERE, glyph.row, glyph.first, options)
  end
  if found[1] and api.nvim_get_current_win() ~= view.win then
    api.nvim_win_set_cursor(view.win, { found[1].row + 1, found[1].first })
  end
end

--- Gives what is drawn the colours of what it stands for.
local function colour()
  api.nvim_buf_clear_namespace(view.buf, COLOURS, 0, -1)
  for _, glyph in ipairs(view.glyphs) do
    local tokens = vim.lsp.semantic_tokens.get_at_pos(view.source, glyph.from[1], glyph.from[2]) or {}
    for _, token in ipairs(tokens) do
      local group = require("kibitz.colours").group(token)
      if group then
        local options = { end_col = glyph.last, hl_group = group }
        api.nvim_buf_set_extmark(view.buf, COLOURS, glyph.row, glyph.first, options)
      end
    end
  end
end

local function draw(answer, encoding)
  local lines = vim.split(answer.text:gsub("\n$", ""), "\n")
  if not vim.deep_equal(lines, api.nvim_buf_get_lines(view.buf, 0, -1, false)) then
    vim.bo[view.buf].modifiable = true
    api.nvim_buf_set_lines(view.buf, 0, -1, false, lines)
    vim.bo[view.buf].modifiable = false
  end
  view.glyphs = picture.glyphs(answer, lines, view.source, encoding)
  colour()
  mark_here()
end

--- Asks for the picture of now. While an answer is awaited, one further request is remembered, not more.
local function refresh()
  if view.asked and vim.uv.now() - view.asked < PATIENCE then
    view.again = true
    return
  end
  local window, client = source_window(), kibitz.client(view.source)
  if not window or not client then
    return
  end
  local params = vim.lsp.util.make_position_params(window, client.offset_encoding)
  params.layout = view.layout
  params.width = api.nvim_win_get_width(view.win)
  local mine = view
  mine.asked = vim.uv.now()
  client:request(METHOD, params, function(err, answer)
    mine.asked = nil
    if mine ~= view or not api.nvim_buf_is_valid(view.source) then
      return
    end
    -- Where the server has no answer, the last picture stays.
    if not err and answer then
      draw(answer, client.offset_encoding)
    end
    if mine.again then
      mine.again = nil
      refresh()
    end
  end, view.source)
end

--- What a key or a click in the picture stands for.
local function glyph_at_cursor()
  local cursor = cursor_of(view.win)
  for _, glyph in ipairs(view.glyphs) do
    if glyph.row == cursor[1] and glyph.first <= cursor[2] and cursor[2] < glyph.last then
      return glyph
    end
  end
end

--- Marks in the record what the cursor of the picture is on.
local function mark_source()
  if not api.nvim_buf_is_valid(view.source) then
    return
  end
  api.nvim_buf_clear_namespace(view.source, SOURCE, 0, -1)
  local glyph = api.nvim_get_current_win() == view.win and glyph_at_cursor()
  if glyph then
    local options = { end_row = glyph.to[1], end_col = glyph.to[2], hl_group = "KibitzSource", strict = false }
    api.nvim_buf_set_extmark(view.source, SOURCE, glyph.from[1], glyph.from[2], options)
  end
end

--- Goes to the source of what the cursor is on.
function M.jump()
  local glyph = view and glyph_at_cursor()
  if not glyph or not api.nvim_buf_is_valid(view.source) then
    return
  end
  local window = source_window()
  if window then
    api.nvim_set_current_win(window)
  else
    vim.cmd.sbuffer(view.source)
  end
  vim.cmd("normal! m'")
  -- The record may have become shorter since it was drawn.
  api.nvim_win_set_cursor(0, { math.min(glyph.from[1] + 1, api.nvim_buf_line_count(0)), glyph.from[2] })
end

function M.close()
  if view then
    api.nvim_set_current_win(view.win)
    vim.cmd.quit()
  end
end

local function name_source()
  vim.b[view.buf].kibitz_source = vim.fn.fnamemodify(api.nvim_buf_get_name(view.source), ":t")
end

--- Shows the record that has just been entered.
local function follow(bufnr)
  if vim.tbl_contains(kibitz.filetypes, vim.bo[bufnr].filetype) then
    if bufnr ~= view.source then
      view.source, view.glyphs = bufnr, {}
      name_source()
    end
    refresh()
  end
end

local function watch()
  local group = api.nvim_create_augroup("kibitz.preview", {})
  local function on(events, callback, options)
    local mine = vim.tbl_extend("force", { group = group, callback = callback }, options or {})
    api.nvim_create_autocmd(events, mine)
  end
  on({ "CursorMoved", "CursorMovedI", "TextChanged", "TextChangedI", "TextChangedP" }, function(event)
    if event.buf == view.source then
      mark_here()
      refresh()
    end
  end)
  on({ "BufEnter", "LspAttach" }, function(event)
    follow(event.buf)
  end)
  on("WinResized", function()
    -- One of two windows with the picture may have been closed.
    view.win = vim.fn.win_findbuf(view.buf)[1] or view.win
    refresh()
  end)
  on("LspTokenUpdate", function(event)
    if event.buf == view.source and not view.colouring then
      view.colouring = true
      vim.schedule(function()
        if view then
          view.colouring = nil
          colour()
        end
      end)
    end
  end)
  on({ "CursorMoved", "WinLeave" }, mark_source, { buffer = view.buf })
  on("BufWipeout", function()
    if api.nvim_buf_is_valid(view.source) then
      api.nvim_buf_clear_namespace(view.source, SOURCE, 0, -1)
    end
    view = nil
    api.nvim_del_augroup_by_id(group)
  end, { buffer = view.buf })
end

local function scratch()
  local bufnr = api.nvim_create_buf(false, true)
  vim.bo[bufnr].bufhidden = "wipe"
  vim.bo[bufnr].modifiable = false
  vim.bo[bufnr].filetype = "kibitzpreview"
  for _, key in ipairs({ "<CR>", "<2-LeftMouse>" }) do
    vim.keymap.set("n", key, M.jump, { buffer = bufnr, desc = "kibitz: go to the source" })
  end
  vim.keymap.set("n", "q", M.close, { buffer = bufnr, desc = "kibitz: close the picture" })
  return bufnr
end

--- Beside the text where there is room for both, else below it, unless the user says where.
local function split(mods)
  mods = mods or {}
  local chosen = mods.vertical or (mods.split or "") ~= "" or (mods.tab or -1) >= 0
  if not chosen then
    mods = { split = "belowright", vertical = vim.o.columns >= 120 }
  end
  vim.cmd({ cmd = "split", mods = mods })
  return api.nvim_get_current_win()
end

local OPTIONS = {
  cursorline = false,
  foldcolumn = "0",
  list = false,
  number = false,
  relativenumber = false,
  signcolumn = "no",
  spell = false,
  statusline = " %{get(b:, 'kibitz_source', '')}: picture",
  winfixbuf = true,
  wrap = false,
}

local function show(window, bufnr)
  api.nvim_win_set_buf(window, bufnr)
  for name, value in pairs(OPTIONS) do
    vim.wo[window][0][name] = value
  end
end

--- Opens the picture of the current record, or lays the open one out anew.
function M.open(layout, mods)
  local source = api.nvim_get_current_buf()
  if view then
    view.layout = layout or view.layout
    follow(source)
    return
  end
  if not vim.tbl_contains(kibitz.filetypes, vim.bo[source].filetype) then
    kibitz.say("there is no picture of this buffer: it is no record of a game", vim.log.levels.WARN)
    return
  end
  local back = api.nvim_get_current_win()
  local window = split(mods)
  view = { source = source, win = window, buf = scratch(), glyphs = {}, layout = layout }
  show(window, view.buf)
  api.nvim_set_current_win(back)
  name_source()
  watch()
  refresh()
end

--- Writes the picture as a page and opens that: in a browser it is drawn, and can be sent around.
function M.browse(layout)
  local source = api.nvim_get_current_buf()
  local client = kibitz.client(source)
  if not client then
    kibitz.say("no server serves this buffer; see :checkhealth kibitz", vim.log.levels.WARN)
    return
  end
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  params.format = "html"
  params.layout = layout or (view and view.layout)
  client:request(METHOD, params, function(err, answer)
    if err or not answer then
      kibitz.say(err and err.message or "there is no picture of this buffer", vim.log.levels.WARN)
      return
    end
    local folder = vim.fn.stdpath("cache") .. "/kibitz"
    vim.fn.mkdir(folder, "p")
    local name = vim.fn.fnamemodify(api.nvim_buf_get_name(source), ":t")
    local path = ("%s/%s.html"):format(folder, name ~= "" and name or "record")
    local file, problem = io.open(path, "wb")
    if not file then
      kibitz.say(problem or path, vim.log.levels.WARN)
      return
    end
    file:write(answer.html)
    file:close()
    local _, refused = vim.ui.open(path)
    if refused then
      kibitz.say(refused, vim.log.levels.WARN)
    end
  end, source)
end

return M
