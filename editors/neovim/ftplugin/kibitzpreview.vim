" The buffer of a preview and the windows that show it.
setlocal buftype=nofile bufhidden=wipe noswapfile nomodifiable
setlocal nocursorline foldcolumn=0 nolist nonumber norelativenumber signcolumn=no nospell nowrap winfixbuf
setlocal statusline=\ %{get(b:,'kibitz_source','')}:\ preview
