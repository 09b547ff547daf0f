-- What the host refuses, in the player's language.

local app    = require "terminal.app"
local check  = require "check"
local client = require "castled.client"
local uv     = require "luv"

local function refused(language, method, params)
  local said
  local one = app.new { language = language }
  one.client = client.start {
    command = check.CASTLED, arguments = { "host" },
    on_notification = function() end, on_end = function() end,
  }
  one:call(method, params, function(failure)
    said = failure.message
    one.client:kill()
  end)
  uv.run()
  return said
end

local nowhere = { game = "g<7>" }
check.equal("in English", refused("en", "game.question", nowhere),
            "there is no game 'g<7>' here")
check.equal("in Spanish", refused("es", "game.question", nowhere),
            "aquí no hay ninguna partida «g<7>»")
check.equal("what is in no table stays as it is", refused("es", "no.method", {}),
            "there is no method 'no.method'")

-- Why rules failed: the step is said in the player's language, as little as is one.
local game_words = require "castled.game_words"
local words      = require "terminal.words"

local over = { because = { variant = "evil",
  says = "step 'score_feature': the rule 'x': no more" } }
check.equal("why a game is broken, in Spanish",
            game_words.because(over, nil, words.new "es"),
            "La regla de la casa «evil» ha fallado: en el paso «score_feature»: "
            .. "the rule 'x': no more.")
check.equal("and in English", game_words.because(over, nil, words.new "en"),
            "The house rule “evil” failed: step 'score_feature': the rule 'x': "
            .. "no more.")

local json     = require "castled.json"
local refusals = require "castled.refusals"
local reports  = require "terminal.reports"

local ROOT = (arg[0]:match("^(.*)/[^/]*$") or ".") .. "/../.."

-- What a program says that ends, with why the system refused it.
check.equal("what connect ends with", refusals.lines(
  "castled connect: cannot connect to http://h:7: nobody answers", "es"),
  "castled connect: no se puede conectar con http://h:7: nadie contesta")
check.equal("in English", refusals.lines("castled host: x\nmore", "en"), "castled host: x\nmore")
check.equal("a file, and why", refusals.text(
  "cannot write record 'a/b: c': No such file or directory", "es"),
  "no se puede escribir el acta «a/b: c»: no existe")
check.equal("a seat's word, and why the disk did not take it", refusals.text(
  "seat 1 could not agree: Input/output error", "es"),
  "el asiento 1 no ha podido firmar el candado: el disco falla")
check.equal("what says most comes first", refusals.text(
  "cannot write record 'a': it is not a file", "es"),
  "no se puede escribir el acta «a»: no es un archivo")

-- Why a game cannot be saved, as the host tells it by itself.
local news    = require "terminal.news"
local playing = { words = words.new "es", match = { id = "g1" }, screen = { match = {} } }
news.take(playing, "game.save_failed", {
  game = "g1", reason = "cannot write record 'a': Permission denied" })
check.equal("why a game is not saved", playing.screen.note,
  "No se puede guardar la partida: no se puede escribir el acta «a»: no está permitido")

-- All that is said of real records, sealed and not, has its Spanish.
local open, bots, cut = os.tmpname(), os.tmpname(), os.tmpname()
local function play(path, more)
  os.remove(path)
  check.output(check.CASTLED .. " play --players steward,random --record " .. path
               .. more .. " </dev/null")
end
play(open, " --seed 5")
play(bots, "")
check.output("head -n 60 " .. bots .. " > " .. cut)

local function verify(path)
  return assert(json.decode(check.output(check.CASTLED .. " verify --json " .. path
                                         .. " || true")))
end

for _, path in ipairs { ROOT .. "/tests/golden/sealed-typed.record", open } do
  local verified = verify(path)
  check.that("the record is checked", #verified.checks >= 7, #verified.checks)
  for _, one in ipairs(verified.checks) do
    local said = refusals.check(one.says, "es")
    check.that(one.name .. " is said in Spanish", said ~= one.says
               and not said:find("[{}]"), said)
    check.equal(one.name .. " in English", refusals.check(one.says, "en"), one.says)
  end
end

-- All in all, as the terminal shows it: a "but" is not lost, and not green.
local function expect_verdict(path, style, english, spanish)
  for language, says in pairs { en = english, es = spanish } do
    local first = reports.checks(verify(path), app.new { language = language }.words)[1]
    check.equal("the verdict in " .. language, first[1], says)
    check.equal("its style", first.style, style)
  end
end
expect_verdict(open, "warning",
  "All is good with this record, but its order was not sealed: whoever chose the "
  .. "seed could know it, and nobody signed.",
  "Todo está bien en esta acta, pero su orden no se selló: quien eligió la semilla "
  .. "podía saberlo, y nadie firmó.")
expect_verdict(bots, "warning",
  "All is good with this record, but only bots of the referee's played, and it alone "
  .. "had a part in the shuffle.",
  "Todo está bien en esta acta, pero solo jugaron bots del árbitro, y solo él tuvo "
  .. "parte en la mezcla.")
local verified = verify(cut)
local list = verified.says:match(" checked: (.*)%.$")
check.that("more than one thing is missing", list and list:find(", "), verified.says)
local said = refusals.check(verified.says, "es")
check.that("what is missing is said in Spanish", said:find("no tiene final", 1, true)
           and not said:find(" it", 1, true) and not said:find("signed", 1, true), said)
check.equal("what a record denies is said in Spanish", refusals.check("our seat signed the "
  .. "lock and this record says that it did not: the daemon lies, or it never came there", "es"),
  "nuestro asiento firmó el candado y esta acta dice que no: el servidor miente, o nunca "
  .. "llegó allí")
check.equal("a sealed game of players is all good", reports.checks({
  verdict = "good", says = "All is good with this record.",
  checks = { { name = "seal", ok = true, says = "" } },
}, app.new { language = "es" }.words)[1], {
  "Todo está bien en esta acta.", style = "good",
})
for _, path in ipairs { open, bots, cut } do
  os.remove(path)
end

-- All that has its Spanish is said somewhere.
local spoken = check.output("cat " .. ROOT .. "/core/game/*.c " .. ROOT
                            .. "/core/net/connect_witness.c " .. ROOT
                            .. "/core/net/connect_seal.c")
spoken = spoken:gsub('"%s*\n%s*"', "")
for sentence in pairs(require "castled.checks_es") do
  for piece in sentence:gsub("{%w+}", "\0"):gmatch("[^%z,;]+") do
    piece = piece:match("^%W*(.-)%W*$")
    check.that("'" .. piece .. "' is said", spoken:find(piece, 1, true), sentence)
  end
end
