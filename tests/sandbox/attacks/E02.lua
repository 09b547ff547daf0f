-- expect: error: error value is a table
-- E02. Error value is a table
error({code=1})
