-- expect: error: attempt to call a nil value (global 'setmetatable')
-- expect opened: error: range too large
-- opens: setmetatable
-- C19. Table.concat with a C function as __index
print(#table.concat(setmetatable({},{__index=rawlen}),'',1,1<<40))
