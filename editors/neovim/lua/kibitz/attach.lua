--- What is turned on in a buffer when the server has taken it over. What this Neovim does not have is left out.
local kibitz = require("kibitz")
local M = {}

local GROUP = vim.api.nvim_create_augroup("kibitz.attach", {})

-- What came with Neovim 0.12, by module: the option, the method.
local LATER = {
  inline_completion = { "inline_completion", "inlineCompletion" },
  on_type_formatting = { "on_type_formatting", "onTypeFormatting" },
  linked_editing_range = { "linked_editing", "linkedEditingRange" },
}

local function on(bufnr, events, callback)
  vim.api.nvim_create_autocmd(events, { group = GROUP, buffer = bufnr, callback = callback })
end

local function code_lenses(bufnr)
  local function refresh()
    vim.lsp.codelens.refresh({ bufnr = bufnr })
  end
  if vim.lsp.codelens.enable then
    return vim.lsp.codelens.enable(true, { bufnr = bufnr })
  end
  on(bufnr, { "BufEnter", "InsertLeave", "TextChanged" }, refresh)
  refresh()
end

local function format(bufnr)
  if kibitz.client(bufnr, "textDocument/formatting") and kibitz.option("format_on_save", bufnr) then
    vim.lsp.buf.format({ bufnr = bufnr, name = kibitz.name, timeout_ms = kibitz.option("format_timeout", bufnr) })
  end
end

function M.attach(client, bufnr)
  local function wanted(name, method)
    return kibitz.option(name, bufnr) and client:supports_method("textDocument/" .. method, bufnr)
  end
  vim.api.nvim_clear_autocmds({ group = GROUP, buffer = bufnr })
  on(bufnr, "BufWritePre", function()
    format(bufnr)
  end)
  if wanted("completion", "completion") then
    require("kibitz.completion").enable(client, bufnr)
  end
  if wanted("inlay_hints", "inlayHint") then
    vim.lsp.inlay_hint.enable(true, { bufnr = bufnr })
  end
  if wanted("code_lenses", "codeLens") then
    code_lenses(bufnr)
  end
  for module, names in pairs(LATER) do
    if vim.lsp[module] and wanted(unpack(names)) then
      local scope = module == "inline_completion" and { bufnr = bufnr } or { client_id = client.id }
      vim.lsp[module].enable(true, scope)
    end
  end
end

return M
