-- expect: error: too many elements to move
-- C17. Table.move over nothing
table.move({},1,1<<40,2)
