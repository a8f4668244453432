" Grimoires: colours until the server sends its own.
if exists('b:current_syntax')
  finish
endif
syntax match Type /:\s*\zs\a\w*/
syntax match Identifier /[^][{}():,*~#│┌└ \t]\+\ze:/
syntax region Delimiter start=/(/ end=/)/ oneline contains=Special
syntax match Special /\a[A-Za-z0-9_:]*/ contained
syntax match Comment /\*[^* \t]\+\*/ contains=Type,Delimiter,KibitzDead
syntax match KibitzDead /\~\~[^~]\+\~\~/ contained
syntax match NonText /[─│┌┐└┘]/
syntax match Comment /^\s*#.*/
let b:current_syntax = 'botc'
