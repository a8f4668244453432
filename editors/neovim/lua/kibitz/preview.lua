--- The preview of a record in a split. It follows the cursor and every edit; <CR> goes to the source of an element.
local kibitz = require("kibitz")
local api = vim.api
local util = vim.lsp.util
local M = {}

local COLOURS = api.nvim_create_namespace("kibitz.preview.colours")
local HERE = api.nvim_create_namespace("kibitz.preview.here")

--- The only preview: its buffer, its record, and the spans of its text.
local view

--- Return a window that shows a buffer, preferably the current one, or nil.
local function window_of(bufnr)
  local current = api.nvim_get_current_win()
  return api.nvim_win_get_buf(current) == bufnr and current or vim.fn.win_findbuf(bufnr)[1]
end

--- Request the preview at the cursor, and return a function that cancels the request. Errors are ignored.
local function ask(bufnr, more, take)
  local client, window = kibitz.client(bufnr), window_of(bufnr)
  if not client or not window then
    return
  end
  local params = util.make_position_params(window, client.offset_encoding)
  local _, number = client:request("kibitz/preview", vim.tbl_extend("error", params, more), function(_, answer)
    if answer then
      take(answer, client.offset_encoding)
    end
  end, bufnr)
  return function()
    client:cancel_request(number)
  end
end

--- Highlight a span of the preview, and return its position.
local function paint(namespace, span, group)
  local line = api.nvim_buf_get_lines(view.buf, span.line, span.line + 1, false)[1]
  local first = vim.str_byteindex(line, "utf-32", span.start, false)
  local last = vim.str_byteindex(line, "utf-32", span["end"], false)
  vim.hl.range(view.buf, namespace, group, { span.line, first }, { span.line, last })
  return { span.line + 1, first }
end

local function draw(answer, encoding)
  view.spans, view.encoding = answer.spans, encoding
  api.nvim_buf_clear_namespace(view.buf, -1, 0, -1)
  vim.bo[view.buf].modifiable = true
  api.nvim_buf_set_lines(view.buf, 0, -1, false, vim.split(answer.text:gsub("\n$", ""), "\n"))
  vim.bo[view.buf].modifiable = false
  for _, span in ipairs(answer.spans) do
    for _, modifier in ipairs(span.modifiers or {}) do
      paint(COLOURS, span, ("@lsp.mod.%s.%s"):format(modifier, vim.bo[view.source].filetype))
    end
  end
  for index, number in ipairs(answer.here) do
    local at = paint(HERE, answer.spans[number + 1], "KibitzHere")
    local window = window_of(view.buf)
    if index == 1 and window ~= api.nvim_get_current_win() then
      api.nvim_win_set_cursor(window, at)
    end
  end
end

--- Return the layout and the width of the preview.
local function asked()
  local window = window_of(view.buf)
  return { layout = view.layout, width = window and api.nvim_win_get_width(window) }
end

--- Request the preview again, and cancel the previous request.
local function refresh()
  local mine = view
  if view.cancel then
    view.cancel()
  end
  view.cancel = ask(view.source, asked(), function(answer, encoding)
    if mine == view and api.nvim_buf_is_valid(view.source) then
      draw(answer, encoding)
    end
  end)
end

--- Return the span at the cursor of the preview, if there is one and the record still exists.
local function pointed(spans)
  local row, column = unpack(api.nvim_win_get_cursor(0))
  column = vim.str_utfindex(api.nvim_get_current_line(), "utf-32", column, false)
  return api.nvim_buf_is_valid(view.source)
    and vim.iter(spans):find(function(span)
      return span.line == row - 1 and span.start <= column and column < span["end"]
    end)
end

--- Highlight the source of the span at the cursor, or nothing after the cursor has left the preview.
local function mark_source(event)
  local span = event.event == "CursorMoved" and pointed(view.spans)
  if api.nvim_buf_is_valid(view.source) then
    util.buf_clear_references(view.source)
  end
  if span then
    util.buf_highlight_references(view.source, { { range = span.range } }, view.encoding)
  end
end

--- Go to the source of the span at the cursor.
local function jump()
  local span = pointed(view.spans)
  if span then
    if not window_of(view.source) then
      vim.cmd.sbuffer(view.source)
    end
    local location = { uri = vim.uri_from_bufnr(view.source), range = span.range }
    util.show_document(location, view.encoding, { reuse_win = true, focus = true })
  end
end

--- Make the move at the cursor, or offer the moves if there are several. Without an element there, offer all moves.
local function act()
  local window = window_of(view.source)
  if window then
    require("kibitz.playing").play(window, asked(), function(answer)
      local span = pointed(answer.spans)
      local place = span and span.place
      return place and vim.tbl_filter(function(play)
        return play.place == place
      end, answer.plays)
    end, refresh)
  end
end

--- Show the record that the user has just entered.
local function follow(bufnr)
  if kibitz.is_record(bufnr) then
    if bufnr ~= view.source then
      view.source, view.spans = bufnr, {}
    end
    vim.b[view.buf].kibitz_source = vim.fn.fnamemodify(api.nvim_buf_get_name(bufnr), ":t")
    refresh()
  end
end

local function watch()
  local group = api.nvim_create_augroup("kibitz.preview", {})
  local function on(events, callback, bufnr)
    api.nvim_create_autocmd(events, { group = group, callback = callback, buffer = bufnr })
  end
  on({ "CursorMoved", "CursorMovedI", "TextChanged", "TextChangedI", "TextChangedP" }, function(event)
    if event.buf == view.source then
      refresh()
    end
  end)
  on({ "BufEnter", "LspAttach" }, function(event)
    follow(event.buf)
  end)
  on("WinResized", refresh)
  on({ "CursorMoved", "WinLeave" }, mark_source, view.buf)
  on("BufWipeout", function(event)
    mark_source(event)
    view = nil
    api.nvim_del_augroup_by_id(group)
  end, view.buf)
  local function map(key, action, desc)
    vim.keymap.set("n", key, action, { buffer = view.buf, desc = "kibitz: " .. desc })
  end
  map("<CR>", jump, "go to the source")
  map("<2-LeftMouse>", jump, "go to the source")
  map("x", act, "list the moves here")
  map("q", "<Cmd>quit<CR>", "close the preview")
end

--- Open a window for the preview: next to the text on a wide screen, else below it, unless `mods` says where.
local function show(mods)
  local chosen = mods.vertical or mods.split ~= "" or mods.tab >= 0
  local back = api.nvim_get_current_win()
  vim.cmd.new({ mods = chosen and mods or { split = "belowright", vertical = vim.o.columns >= 120 } })
  vim.cmd.setfiletype("kibitzpreview")
  local bufnr = api.nvim_get_current_buf()
  api.nvim_set_current_win(back)
  return bufnr
end

--- Open the preview of the current record, or change the layout of the open one.
function M.open(layout, mods)
  local source = api.nvim_get_current_buf()
  if not view then
    if not kibitz.is_record(source) then
      kibitz.say("this buffer is not a record of a game", vim.log.levels.WARN)
      return
    end
    view = { source = source, buf = show(mods), spans = {} }
    watch()
  end
  view.layout = layout or view.layout
  follow(source)
end

--- Write the preview as an HTML page, and open it in the browser.
function M.browse(layout)
  local bufnr = api.nvim_get_current_buf()
  if kibitz.served(bufnr) then
    ask(bufnr, { format = "html", layout = layout or (view and view.layout) }, function(answer)
      local path = vim.fn.tempname() .. ".html"
      vim.fn.writefile(vim.split(answer.html, "\n"), path)
      local _, refused = vim.ui.open(path)
      if refused then
        kibitz.say(refused, vim.log.levels.WARN)
      end
    end)
  end
end

return M
