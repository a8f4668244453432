--- Completion as one types, and <Tab> to accept. Steps aside for completion plugins.
local kibitz = require("kibitz")
local M = {}

-- Plugins that complete already, by the names of their modules.
local PLUGINS = { "cmp", "blink.cmp", "mini.completion", "coq", "ddc" }

--- Whether a plugin completes already.
local function served()
  for _, name in ipairs(PLUGINS) do
    if package.loaded[name] then
      return true
    end
  end
  return false
end

--- An item for the menu, with its whole text: Neovim would cut it at its first blank.
local function entry(item)
  return { kind = "", word = item.insertTextFormat ~= 2 and item.textEdit and item.textEdit.newText or nil }
end

--- Whether the cursor is in a field of a snippet that lists choices of its own.
local function choosing()
  return vim.tbl_get(vim.snippet, "_session", "current_tabstop", "choices") ~= nil
end

local function ask()
  -- Not as if a trigger character had been typed: after those the server may think that another notation is meant.
  vim.lsp.completion.get({ ctx = { triggerKind = 1 } })
end

--- Asks where what is typed next is inserted: not where it replaces the text of a field.
local function go_on()
  if vim.fn.mode() == "i" and vim.fn.pumvisible() == 0 and not choosing() then
    ask()
  end
end

local function size(bufnr)
  return vim.api.nvim_buf_get_offset(bufnr, vim.api.nvim_buf_line_count(bufnr))
end

--- The entry that has been chosen from the menu, or nil.
local function chosen()
  if vim.fn.pumvisible() == 1 then
    local menu = vim.fn.complete_info({ "selected", "items" })
    return menu.items[menu.selected + 1]
  end
end

--- Asks after each character, and where somebody begins to write on an empty line. While a menu is open that holds all
--- there is, Neovim does not ask again but narrows it down.
---
--- Neovim's own `autotrigger` asks after fewer characters.
local function ask_while_typing(bufnr)
  local before = 0
  local group = vim.api.nvim_create_augroup("kibitz.completion." .. bufnr, {})
  local function on(event, callback)
    vim.api.nvim_create_autocmd(event, { group = group, buffer = bufnr, callback = callback })
  end
  on("InsertEnter", function()
    before = size(bufnr)
    if vim.fn.getline(".") == "" then
      ask()
    end
  end)
  local function look()
    local now = size(bufnr)
    local grown = now > before
    before = now
    if grown and not chosen() and not choosing() then
      ask()
    end
  end
  on("TextChangedI", look)
  on("TextChangedP", look)
  on("CompleteDone", function()
    if vim.v.event.reason == "accept" then
      vim.schedule(go_on)
    end
  end)
end

--- Goes to the next field of the snippet. What may stand in an empty one is shown.
function M.next_field()
  vim.snippet.jump(1)
  go_on()
end

--- The keys that end a field: what is chosen in the menu is taken, and the first of the choices if none is chosen.
local function end_field()
  local entry = chosen()
  local item = entry and vim.tbl_get(entry, "user_data", "nvim", "lsp", "completion_item")
  if item and item.insertTextFormat == 2 then
    -- It has fields of its own.
    return "<C-y>"
  end
  local take = entry and "<C-y>" or choosing() and "<C-n><C-y>" or "<C-e>"
  local menu = vim.fn.pumvisible() == 1
  return (menu and take or "") .. "<Cmd>lua require('kibitz.completion').next_field()<CR>"
end

--- <Tab>: goes to the next field of a snippet; accepts from the menu, or what is suggested inline; or is a tab.
local function tab()
  if vim.snippet.active({ direction = 1 }) then
    return end_field()
  elseif vim.fn.pumvisible() == 1 then
    return chosen() and "<C-y>" or "<C-n><C-y>"
  elseif vim.lsp.inline_completion and vim.lsp.inline_completion.get() then
    return ""
  end
  return "<Tab>"
end

--- Whether <Tab> does what Neovim has it do, and nobody has given it another meaning.
local function tab_is_free()
  local map = vim.fn.maparg("<Tab>", "i", false, true)
  return vim.tbl_isempty(map) or vim.startswith(map.desc or "", "vim.snippet.jump")
end

function M.enable(client, bufnr)
  if served() then
    return
  end
  vim.lsp.completion.enable(true, client.id, bufnr, { autotrigger = false, convert = entry })
  vim.api.nvim_create_autocmd("LspDetach", {
    buffer = bufnr,
    callback = function(event)
      if event.data.client_id == client.id then
        -- Neovim 0.11 would wait for the answers of a server that has ended.
        vim.lsp.completion.enable(false, client.id, bufnr)
        return true
      end
    end,
  })
  -- Nothing is chosen until somebody chooses: <CR> stays a line break.
  vim.bo[bufnr].completeopt = "menuone,noselect,popup"
  ask_while_typing(bufnr)
  if tab_is_free() then
    vim.keymap.set("i", "<Tab>", tab, { buffer = bufnr, expr = true, desc = "kibitz: accept, next field, or <Tab>" })
  end
end

return M
