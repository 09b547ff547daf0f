-- expect: refused: the source is over 65536 bytes
-- P08. Deep blocks
return ('do '):rep(1e5)..('end '):rep(1e5)
