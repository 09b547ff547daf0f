-- JSON in and out.

local check = require "check"
local json  = require "castled.json"

check.equal("whole numbers are integers", math.type(json.decode("[1,2.5]")[1]),
            "integer")
check.equal("fractions are not", json.decode("[1,2.5]")[2], 2.5)
check.that("null is json.null", json.decode("[null]")[1] == json.null)
check.equal("members keep their order",
            table.concat(json.keys(json.decode('{"b":1,"a":2,"c":3}'))), "bac")
check.equal("escapes", json.decode([["\u00e9\n\ud83d\ude00\"\/"]]),
            "é\n😀\"/")
check.equal("what is written", json.encode { b = { 1, true, json.null },
                                              a = "x\n\"" },
            '{"a":"x\\n\\"","b":[1,true,null]}')
check.equal("an object that was read keeps its order",
            json.encode(json.decode(' { "b" : [ ] , "a" : { } } ')),
            '{"b":{},"a":{}}')
local kept = json.kept { a = { 1 } }
check.equal("an object with its text kept is still itself", kept.a[1], 1)
check.equal("and is written as any other", json.encode { kept, { b = kept } },
            '[{"a":[1]},{"b":{"a":[1]}}]')
check.equal("numbers", json.decode("[-0,12,-3.5e2,1e3,9007199254740993]"),
            { 0, 12, -350, 1000, 9007199254740993 })
for _, wrong in ipairs { "", "{", "[1,", '{"a"}', "nul", "[1] 2", '"\\x"', '"',
                         ("["):rep(100) } do
  check.that("refused: " .. wrong:sub(1, 20), json.decode(wrong) == nil)
end
