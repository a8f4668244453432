--- Wrapping makes a drawing unreadable. 'wrap' is off while a visible line of a drawing is wider than the window.
--- Otherwise the user's setting applies.
local kibitz = require("kibitz")
local api = vim.api
local M = {}

--- The start of a line of a drawing: a box character, perhaps after the quotation marks of a chat (`>`).
local DRAWN = "^[>%s]*\226[\148\149]"

local function look(window)
  local info = vim.fn.getwininfo(window)[1]
  local ours, wrap = vim.w[window].kibitz_nowrap == info.bufnr, vim.wo[window][0].wrap
  if (wrap or ours) and kibitz.is_record(info.bufnr) then
    local lines = api.nvim_buf_get_lines(info.bufnr, info.topline - 1, info.botline, false)
    local torn = vim.iter(lines):any(function(line)
      return line:find(DRAWN) ~= nil and api.nvim_strwidth(line) > info.width - info.textoff
    end)
    vim.w[window].kibitz_nowrap = torn and info.bufnr or nil
    vim.wo[window][0].wrap = not torn
  end
end

function M.setup()
  api.nvim_create_autocmd({ "BufWinEnter", "TextChanged", "TextChangedI", "WinResized", "WinScrolled" }, {
    group = api.nvim_create_augroup("kibitz.wrapping", {}),
    callback = function()
      vim.iter(api.nvim_tabpage_list_wins(0)):each(look)
    end,
  })
end

return M
