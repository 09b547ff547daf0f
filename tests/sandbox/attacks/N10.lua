-- expect: error: attempt to call a nil value (global 'collectgarbage')
-- N10. Collectgarbage count
print(collectgarbage('count'))
