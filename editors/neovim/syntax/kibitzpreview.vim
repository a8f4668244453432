" Previews of records.
if exists('b:current_syntax')
  finish
endif
syntax match NonText /[─│┌┐└┘]/
syntax match KibitzHearts /[0-9AKQJ]*[♥♦]/
syntax match KibitzSpades /[0-9AKQJ]*[♠♣]/
let b:current_syntax = 'kibitzpreview'
