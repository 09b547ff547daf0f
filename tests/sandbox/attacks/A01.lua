-- expect: error: attempt to index a nil value (global 'os')
-- A01. Os.execute reachable
os.execute('echo pwned')
