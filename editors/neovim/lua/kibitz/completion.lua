--- Completion as one types, and <Tab> to accept. Steps aside for completion plugins.
local M = {}

-- Plugins that complete already, by the names of their modules.
local PLUGINS = { "cmp", "blink.cmp", "mini.completion", "coq", "ddc" }
local GROUP = vim.api.nvim_create_augroup("kibitz.completion", {})
local GHOSTS = vim.api.nvim_create_namespace("nvim.lsp.inline_completion")

local function open()
  return vim.fn.pumvisible() == 1
end

--- The item of the server that an entry of the menu stands for.
local function item_of(entry)
  return vim.tbl_get(entry, "user_data", "nvim", "lsp", "completion_item") or {}
end

--- The item that is chosen in the menu, or nil.
local function chosen()
  local menu = vim.fn.complete_info({ "selected", "items" })
  local entry = open() and menu.items[menu.selected + 1]
  return entry and item_of(entry)
end

--- Whether the cursor is in a field of a snippet that lists choices of its own.
local function choosing()
  return vim.tbl_get(vim.snippet, "_session", "current_tabstop", "choices") ~= nil
end

--- Asks where what is typed next is inserted: not where it replaces the text of a field.
local function go_on()
  if vim.fn.mode() == "i" and not open() and not choosing() then
    vim.lsp.completion.get()
  end
end

--- Goes to the next field of the snippet. What may stand in an empty one is shown.
function M.next_field()
  vim.snippet.jump(1)
  go_on()
end

--- <Tab>: accepts from the menu, and goes to the next field of a snippet; or accepts what is suggested inline; or is a tab.
--- A field is left with what is chosen, else with the first of its choices; an item that has fields of its own is entered.
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

--- An entry of the menu: all of its text, which Neovim 0.11 would cut at the first blank; and how much is replaced behind
--- the cursor, where Neovim leaves everything as it is.
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

--- What Neovim does not do by itself.
local function watch(client, bufnr)
  local function on(events, callback)
    vim.api.nvim_create_autocmd(events, { group = GROUP, buffer = bufnr, callback = callback })
  end
  -- Nothing has been typed yet that it would ask after.
  on({ "InsertEnter", "TextChangedI" }, function()
    if vim.fn.getline(".") == "" then
      vim.schedule(go_on)
    end
  end)
  -- It does not go on by itself with what follows.
  on("CompleteDone", function()
    if vim.v.event.reason == "accept" then
      cut_behind(client, item_of(vim.v.completed_item))
      vim.schedule(go_on)
    end
  end)
  -- Neovim 0.12 shows ghost text beside a list, too. (To turn it off meanwhile makes an answer under way an error.)
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

function M.enable(client, bufnr)
  for _, name in ipairs(PLUGINS) do
    if package.loaded[name] then
      return
    end
  end
  -- After each key: Neovim's own way to have a menu that opens by itself (`:help lsp-autocompletion`).
  local keys = vim.tbl_map(string.char, vim.fn.range(32, 126))
  client.server_capabilities.completionProvider.triggerCharacters = keys
  vim.api.nvim_clear_autocmds({ group = GROUP, buffer = bufnr })
  watch(client, bufnr)
  vim.lsp.completion.enable(true, client.id, bufnr, {
    autotrigger = true,
    convert = function(item)
      return entry(client, item)
    end,
  })
  -- Nothing is chosen until somebody chooses: <CR> stays a line break.
  vim.bo[bufnr].completeopt = "menuone,noselect,popup"
  -- Unless somebody has given it another meaning than Neovim has.
  local map = vim.fn.maparg("<Tab>", "i", false, true)
  if vim.tbl_isempty(map) or vim.startswith(map.desc or "", "vim.snippet.jump") then
    vim.keymap.set("i", "<Tab>", tab, { buffer = bufnr, expr = true, desc = "kibitz: accept, next field, or <Tab>" })
  end
end

return M
