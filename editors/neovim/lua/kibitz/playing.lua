--- The moves in the state at the cursor: a list from which the user chooses what to write.
local kibitz = require("kibitz")
local api = vim.api
local M = {}

--- Write a move, and put the cursor where the server says, else after the last edit.
local function write(window, play, encoding)
  local bufnr, place = api.nvim_win_get_buf(window), play.cursor
  vim.lsp.util.apply_text_edits(play.edits, bufnr, encoding)
  if not place then
    local last = play.edits[#play.edits]
    local start, lines = last.range.start, vim.split(last.newText, "\n")
    local before = #lines == 1 and start.character or 0
    place = { line = start.line + #lines - 1, character = before + vim.str_utfindex(lines[#lines], encoding) }
  end
  local line = api.nvim_buf_get_lines(bufnr, place.line, place.line + 1, false)[1] or ""
  api.nvim_win_set_cursor(window, { place.line + 1, vim.str_byteindex(line, encoding, place.character, false) })
end

--- Let the user choose one of some moves.
local function offer(plays, take)
  local numbered, lines = {}, {}
  for _, play in ipairs(plays) do
    numbered[play.number or ""] = play
    table.insert(lines, ("%s · %s\n"):format(play.number, play.title))
  end
  if #plays == 0 then
    kibitz.say("no moves here")
  elseif numbered[""] then
    local function title(play)
      return play.title
    end
    vim.ui.select(plays, { prompt = "kibitz", kind = "kibitz.play", format_item = title }, take)
  else
    -- The numbers of `vim.ui.select` would contradict those of the board.
    vim.ui.input({ prompt = table.concat(lines) .. "kibitz: " }, function(number)
      take(numbered[number])
    end)
  end
end

--- Offer those moves of the record in a window that `chosen` returns, by default all. If it returns one of several,
--- write that at once. `more` are options of the request. `done` is called after a move is written.
function M.play(window, more, chosen, done)
  local bufnr = api.nvim_win_get_buf(window)
  local client = kibitz.served(bufnr)
  if not client then
    return
  end
  local tick = api.nvim_buf_get_changedtick(bufnr)
  local params = vim.tbl_extend("error", vim.lsp.util.make_position_params(window, client.offset_encoding), more or {})
  --- Offer the moves that follow those taken.
  local function ask(taken, choose)
    params.taken = taken
    client:request("kibitz/preview", params, function(_, answer)
      local all = answer and answer.plays or {}
      local plays = choose and answer and choose(answer) or all
      local function take(play)
        -- After another edit, the move is outdated.
        if not play or api.nvim_buf_get_changedtick(bufnr) ~= tick then
          return
        elseif not play.edits then
          return ask(vim.list_extend({ unpack(taken) }, { play.key }))
        end
        write(window, play, client.offset_encoding)
        if done then
          done()
        end
      end
      if #plays == 1 and #all > 1 then
        take(plays[1])
      else
        offer(plays, take)
      end
    end, bufnr)
  end
  ask({}, chosen)
end

return M
