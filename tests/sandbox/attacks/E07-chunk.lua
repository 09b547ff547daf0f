-- expect: error: attempt to call a nil value (global 'pcall')
-- expect opened: killed: instructions
-- E07-chunk. A limit in the first pcall of a chunk goes through all others
pcall(pcall, pcall, function() while true do end end) print('on')
