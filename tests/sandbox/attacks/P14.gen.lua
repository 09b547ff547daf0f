-- expect: refused: <name> expected near '('
-- P14. Nested functions
return ('function() '):rep(5000)
