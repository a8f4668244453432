if not vim.g.loaded_kibitz then
  vim.g.loaded_kibitz = true
  require("kibitz").setup()
end
