-- expect: killed: instructions
-- C02. For loop to 1e18
for i=1,1e18 do end
