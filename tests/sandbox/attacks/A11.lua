-- expect: error: 'leaked' is not a local
-- A11. Globals leak between two runs
leaked=(leaked or 0)+1 print(leaked)
