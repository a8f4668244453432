" Grimoires: what is coloured until the server has its say.
if exists('b:current_syntax')
  finish
endif
syntax match botcRole /:\s*\zs\a\w*/
syntax match botcName /[^][{}():,*~#│┌└ \t]\+\ze:/
syntax region botcTokens start=/(/ end=/)/ oneline contains=botcToken
syntax match botcToken /\a[A-Za-z0-9_:]*/ contained
syntax match botcDead /\*[^* \t]\+\*/ contains=botcRole,botcTokens,botcSpent
syntax match botcSpent /\~\~[^~]\+\~\~/ contained
syntax match botcFrame /[─│┌┐└┘]/
syntax match botcComment /^\s*#.*/

highlight default link botcRole Type
highlight default link botcName Identifier
highlight default link botcTokens Delimiter
highlight default link botcToken Special
highlight default link botcDead Comment
highlight default link botcSpent KibitzDead
highlight default link botcFrame NonText
highlight default link botcComment Comment
let b:current_syntax = 'botc'
