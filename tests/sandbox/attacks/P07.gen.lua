-- expect: refused: the source is over 65536 bytes
-- P07. Elseif chain
return 'local a if a then '..('elseif a then '):rep(18000)..'end'
