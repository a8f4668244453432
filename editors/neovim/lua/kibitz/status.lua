--- How much is wrong with a record, in words, for a status line. The server tells it whenever that changes.
local M = {}

local KINDS = { "error", "warning", "information", "hint" }

--- The handler of `kibitz/status`.
function M.take(params)
  local bufnr = vim.uri_to_bufnr(params.uri)
  if vim.api.nvim_buf_is_loaded(bufnr) then
    vim.b[bufnr].kibitz_status = params
    vim.cmd.redrawstatus({ bang = true })
  end
end

--- `2 errors, 1 hint`, `unfinished` as long as something waits because it is being written, or `nothing is wrong` where all
--- of the text has been checked, `empty` where there is none; nothing of a buffer that no server has looked at.
function M.text(bufnr)
  bufnr = bufnr or vim.api.nvim_get_current_buf()
  local now, said = vim.b[bufnr].kibitz_status, {}
  if not now or not require("kibitz").client(bufnr) then
    return ""
  end
  for _, kind in ipairs(KINDS) do
    local count = now[kind .. "s"]
    if count > 0 then
      table.insert(said, ("%d %s%s"):format(count, kind, count == 1 and "" or "s"))
    end
  end
  if now.held > 0 then
    table.insert(said, "unfinished")
  end
  if #said == 0 and now.checked and now.version == vim.lsp.util.buf_versions[bufnr] then
    return vim.api.nvim_buf_line_count(bufnr) == 1 and vim.fn.getbufline(bufnr, 1)[1] == "" and "empty" or "nothing is wrong"
  end
  return table.concat(said, ", ")
end

return M
