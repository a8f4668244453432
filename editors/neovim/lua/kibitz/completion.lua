--- Completion while typing, and <Tab> to accept. Stays off if a completion plugin is loaded.
local M = {}

-- Module names of completion plugins.
local PLUGINS = { "cmp", "blink.cmp", "mini.completion", "coq", "ddc" }
local GHOSTS = vim.api.nvim_create_namespace("nvim.lsp.inline_completion")

local function open()
  return vim.fn.pumvisible() == 1
end

--- Return the server's item for an entry of the menu, or an empty table.
local function item_of(entry)
  return vim.tbl_get(entry, "user_data", "nvim", "lsp", "completion_item") or {}
end

--- Return the selected item of the menu, if any.
local function chosen()
  local menu = vim.fn.complete_info({ "selected", "items" })
  local entry = open() and menu.items[menu.selected + 1]
  return entry and item_of(entry)
end

--- Return whether the cursor is in a field of a snippet that has its own choices.
local function choosing()
  return vim.tbl_get(vim.snippet, "_session", "current_tabstop", "choices") ~= nil
end

--- Request completions in insert mode. In select mode, typing replaces the text of a field.
local function go_on()
  if vim.fn.mode() == "i" and not open() and not choosing() then
    vim.lsp.completion.get()
  end
end

--- Go to the next field of the snippet. If it is empty, show completions.
function M.next_field()
  vim.snippet.jump(1)
  go_on()
end

--- <Tab>: accept from the menu and go to the next field of a snippet, or accept the inline suggestion, or insert a tab.
--- Without a selection, a field takes the first of its choices. An item that has fields is entered.
local function tab()
  local item, filling = chosen(), vim.snippet.active({ direction = 1 })
  local take = item and "<C-y>" or (choosing() or not filling) and "<C-n><C-y>" or "<C-e>"
  local keys = open() and take or ""
  if filling and not (item and item.insertTextFormat == 2) then
    return keys .. "<Cmd>lua require('kibitz.completion').next_field()<CR>"
  elseif open() or vim.lsp.inline_completion and vim.lsp.inline_completion.get() then
    return keys
  end
  return "<Tab>"
end

--- Return the menu entry of an item, with all of its text, which Neovim 0.11 would cut at the first space.
--- `item.behind` is the length of the text to replace after the cursor, which Neovim does not change.
local function entry(client, item)
  local edit = item.textEdit
  local cursor = vim.lsp.util.make_position_params(0, client.offset_encoding).position.character
  item.behind = edit and edit.range["end"].character - cursor
  return { kind = "", word = edit and item.insertTextFormat ~= 2 and edit.newText or nil }
end

local function cut_behind(client, item)
  if (item.behind or 0) <= 0 then
    return
  end
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local rest = vim.api.nvim_get_current_line():sub(column + 1)
  local size = vim.str_byteindex(rest, client.offset_encoding, item.behind, false)
  vim.api.nvim_buf_set_text(0, row - 1, column, row - 1, column + size, {})
end

--- Add what Neovim's completion lacks. `on` creates an autocommand of the buffer.
local function watch(client, bufnr, on)
  -- Neovim does not request completions in an empty line.
  on({ "InsertEnter", "TextChangedI" }, function()
    if vim.fn.getline(".") == "" then
      vim.schedule(go_on)
    end
  end)
  -- Neovim does not request completions after an accepted item.
  on("CompleteDone", function()
    if vim.v.event.reason == "accept" then
      cut_behind(client, item_of(vim.v.completed_item))
      vim.schedule(go_on)
    end
  end)
  -- Neovim 0.12 also shows ghost text next to a menu. (Disabling it would make a pending answer an error.)
  on({ "CompleteChanged", "TextChangedP", "LspRequest" }, vim.schedule_wrap(function()
    if open() then
      vim.api.nvim_buf_clear_namespace(bufnr, GHOSTS, 0, -1)
    end
  end))
  -- Neovim 0.11 would wait for the answers of a server that has ended.
  on("LspDetach", function(event)
    vim.lsp.completion.enable(false, event.data.client_id, bufnr)
  end)
end

function M.enable(client, bufnr, on)
  local function loaded(name)
    return package.loaded[name]
  end
  if vim.iter(PLUGINS):any(loaded) then
    return
  end
  -- Open the menu after every key, as `:help lsp-autocompletion` recommends.
  local keys = vim.tbl_map(string.char, vim.fn.range(32, 126))
  client.server_capabilities.completionProvider.triggerCharacters = keys
  watch(client, bufnr, on)
  vim.lsp.completion.enable(true, client.id, bufnr, {
    autotrigger = true,
    convert = function(item)
      return entry(client, item)
    end,
  })
  -- Select nothing automatically, so that <CR> stays a line break.
  vim.bo[bufnr].completeopt = "menuone,noselect,popup"
  -- Map <Tab>, unless the user has mapped it.
  local map = vim.fn.maparg("<Tab>", "i", false, true)
  if vim.tbl_isempty(map) or vim.startswith(map.desc or "", "vim.snippet.jump") then
    vim.keymap.set("i", "<Tab>", tab, { buffer = bufnr, expr = true, desc = "kibitz: accept, next field, or <Tab>" })
  end
end

return M
