-- expect: killed: instructions
-- C01. Plain infinite loop
while true do end
