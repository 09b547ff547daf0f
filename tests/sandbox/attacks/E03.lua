-- expect: error: attempt to call a nil value (global 'setmetatable')
-- expect opened: error: error value is a table
-- opens: setmetatable
-- E03. Error value with __tostring that errors
error(setmetatable({},{__tostring=function() error('again') end}))
