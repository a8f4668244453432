--- The moves in the state at the cursor: a list from which the user chooses what to write.
local kibitz = require("kibitz")
local api = vim.api
local M = {}

--- Put the cursor where the server says, else after the last edit.
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

local offer

--- Write a move, or offer the moves that follow it.
local function take(at, play)
  -- After another edit, the move is outdated.
  if api.nvim_buf_get_changedtick(at.bufnr) ~= at.tick then
    return
  end
  if not play.edits then
    local params = vim.tbl_extend("force", at.params, { taken = vim.list_extend(vim.list_slice(at.params.taken), { play.key }) })
    at.client:request("kibitz/preview", params, function(err, answer)
      offer(vim.tbl_extend("force", at, { params = params }), not err and answer and answer.plays or {})
    end, at.bufnr)
    return
  end
  vim.lsp.util.apply_text_edits(play.edits, at.bufnr, at.client.offset_encoding)
  follow(at.window, play, at.client.offset_encoding)
  at.done()
end

--- Offer moves in a list.
function offer(at, plays)
  if #plays == 0 then
    return kibitz.say("no moves here")
  end
  local numbered = {}
  for _, play in ipairs(plays) do
    numbered[#numbered + 1] = play.number and play.number .. " · " .. play.title
  end
  if #numbered == #plays then
    -- The numbers of `vim.ui.select` would contradict those of the board.
    local prompt = table.concat(numbered, "\n") .. "\nkibitz: "
    return vim.ui.input({ prompt = prompt }, function(number)
      for _, play in ipairs(plays) do
        if play.number == number then
          take(at, play)
        end
      end
    end)
  end
  local function title(play)
    return play.title
  end
  vim.ui.select(plays, { prompt = "kibitz", kind = "kibitz.play", format_item = title }, function(play)
    if play then
      take(at, play)
    end
  end)
end

--- Request the preview of the record in a window, and offer the moves that `chosen` returns. If it returns one of
--- several, take that at once. `done` is called after a move is written.
function M.play_in(window, more, chosen, done)
  local bufnr = api.nvim_win_get_buf(window)
  local client = kibitz.served(bufnr)
  if not client then
    return
  end
  local params = vim.tbl_extend("error", vim.lsp.util.make_position_params(window, client.offset_encoding), more)
  params.taken = {}
  local tick = api.nvim_buf_get_changedtick(bufnr)
  local at = { client = client, bufnr = bufnr, window = window, tick = tick, params = params, done = done }
  client:request("kibitz/preview", params, function(err, answer)
    local plays = not err and answer and chosen(answer) or {}
    if #plays == 1 and #plays < #answer.plays then
      return take(at, plays[1])
    end
    offer(at, plays)
  end, bufnr)
end

--- Offer the moves in the state at the cursor.
function M.play()
  M.play_in(api.nvim_get_current_win(), {}, function(answer)
    return answer.plays
  end, function() end)
end

return M
