--- The suffix of a record is its filetype, and its language id.
local filetypes = {}
for _, id in ipairs(require("kibitz").filetypes) do
  filetypes[id] = id
end
vim.filetype.add({ extension = filetypes })
