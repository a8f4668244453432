--- What can be done as the record stands at the cursor: a list, from which is taken by number what is to be written.
local kibitz = require("kibitz")
local api = vim.api
local M = {}

--- Puts the cursor behind the last edit, or where the server says.
local function follow(window, play, encoding)
  local place = play.cursor
  if not place then
    local last = play.edits[#play.edits]
    local lines = vim.split(last.newText, "\n")
    local more = vim.str_utfindex(lines[#lines], encoding)
    local start = last.range.start
    place = {
      line = start.line + #lines - 1,
      character = (#lines == 1 and start.character or 0) + more,
    }
  end
  local line = api.nvim_buf_get_lines(api.nvim_win_get_buf(window), place.line, place.line + 1, false)[1] or ""
  local column = vim.str_byteindex(line, encoding, place.character, false)
  api.nvim_win_set_cursor(window, { place.line + 1, column })
end

--- Offers what can be done behind what has been taken, and goes on as long as a choice leads on.
function M.play(taken)
  local client, bufnr, window = kibitz.served(), api.nvim_get_current_buf(), api.nvim_get_current_win()
  if not client then
    return
  end
  local encoding, tick = client.offset_encoding, api.nvim_buf_get_changedtick(bufnr)
  local params = vim.lsp.util.make_position_params(window, encoding)
  params.taken = taken or {}
  client:request("kibitz/preview", params, function(err, answer)
    local plays = not err and answer and answer.plays or {}
    if #plays == 0 then
      return kibitz.say("there is nothing to be done here")
    end
    local function title(play)
      return play.title
    end
    vim.ui.select(plays, { prompt = "kibitz", kind = "kibitz.play", format_item = title }, function(play)
      -- What has been written meanwhile was not there when this was offered.
      if not play or api.nvim_buf_get_changedtick(bufnr) ~= tick then
        return
      end
      if not play.edits then
        return M.play(vim.list_extend(vim.list_extend({}, params.taken), { play.key }))
      end
      vim.lsp.util.apply_text_edits(play.edits, bufnr, encoding)
      follow(window, play, encoding)
    end)
  end, bufnr)
end

return M
