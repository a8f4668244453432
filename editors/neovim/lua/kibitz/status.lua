--- The findings in a record as text for a status line. The server sends their number whenever it changes.
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

--- Return the findings, such as `2 errors, 1 hint`, and `unfinished` while findings are held back during an entry.
--- A fully checked record without any is `nothing is wrong` or `empty`. Return "" if the status is unknown.
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
