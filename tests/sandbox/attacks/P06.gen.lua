-- expect: refused: the source is over 65536 bytes
-- P06. Many gotos to one label
return ('do goto z end '):rep(20000)..'::z::'
