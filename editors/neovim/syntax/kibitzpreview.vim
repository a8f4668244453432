" Pictures of records.
if exists('b:current_syntax')
  finish
endif
syntax match kibitzpreviewFrame /[─│┌┐└┘]/
syntax match kibitzpreviewRed /[0-9AKQJ]*[♥♦]/
syntax match kibitzpreviewBlack /[0-9AKQJ]*[♠♣]/

highlight default link kibitzpreviewFrame NonText
highlight default link kibitzpreviewRed KibitzHearts
highlight default link kibitzpreviewBlack KibitzSpades
let b:current_syntax = 'kibitzpreview'
