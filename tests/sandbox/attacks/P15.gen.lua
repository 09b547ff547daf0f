-- expect: refused: the source is over 65536 bytes
-- P15. Comparison chain / concat of calls
return 'local f=print f'..('()'):rep(1e5)
