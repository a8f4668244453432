--- Format on save.
local kibitz = require("kibitz")
local api = vim.api
local M = {}

local MARKS = api.nvim_create_namespace("kibitz.format")

local function state(bufnr)
  return vim.fn.undotree(bufnr).seq_cur
end

--- Has the cursor stay when the formatting of the current buffer is undone. Neovim would go to the first line that
--- changed, which may be far away.
local function stay(bufnr, group, before)
  local after = state(bufnr)
  local row, column = unpack(api.nvim_win_get_cursor(0))
  local mark = api.nvim_buf_set_extmark(bufnr, MARKS, row - 1, column, {})
  api.nvim_create_autocmd("TextChanged", {
    group = group,
    buffer = bufnr,
    callback = function()
      local now = state(bufnr)
      if now == after then
        return
      end
      local place = api.nvim_buf_get_extmark_by_id(bufnr, MARKS, mark, {})
      api.nvim_buf_del_extmark(bufnr, MARKS, mark)
      if now == before and place[1] then
        api.nvim_win_set_cursor(0, { place[1] + 1, place[2] })
      end
      return true
    end,
  })
end

local function format(bufnr, group)
  local client = kibitz.client(bufnr, "textDocument/formatting")
  if not client or not kibitz.option("format_on_save", bufnr) then
    return
  end
  local before = state(bufnr)
  vim.lsp.buf.format({ bufnr = bufnr, id = client.id, timeout_ms = kibitz.option("format_timeout", bufnr) })
  if bufnr == api.nvim_get_current_buf() and state(bufnr) ~= before then
    stay(bufnr, group, before)
  end
end

--- Formats a buffer before it is written, unless `kibitz_format_on_save` is false for it or for all.
function M.on_save(bufnr)
  local group = api.nvim_create_augroup("kibitz.format." .. bufnr, {})
  api.nvim_create_autocmd("BufWritePre", {
    group = group,
    buffer = bufnr,
    callback = function()
      format(bufnr, group)
    end,
  })
end

return M
