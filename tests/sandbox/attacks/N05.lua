-- expect: error: attempt to call a nil value (field 'random')
-- N05. Math.random without a seed
print(math.random(1<<30))
