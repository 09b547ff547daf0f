-- expect: error: attempt to call a nil value (global 'setmetatable')
-- expect opened: error: error value is a table
-- opens: setmetatable
-- C33. __tostring on an error object
error(setmetatable({},{__tostring=function() while true do end end}))
