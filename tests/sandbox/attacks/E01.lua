-- expect: error: error value is nil
-- E01. Error value is nil
error(nil)
