-- What a verification says, check by check and in all, in Spanish:
-- core/game/verify*.c and core/net/connect_witness.c say it in English. refusals.lua
-- says how.

return {
  -- Chain and signatures.
  ["{count} entries, each with the hash of the one before it; the last hash is {hash}"] =
    "{count} entradas, cada una con el hash de la anterior; el último hash es {hash}",
  ["entry 0 (open) does not say how the order came about: it has no level"] =
    "la entrada 0 (open) no dice de dónde salió el orden: no tiene nivel",
  ["nobody signed this record: whoever has it could have written it anew"] =
    "nadie firmó esta acta: quien la tiene pudo escribirla de nuevo",
  ["{count} signatures are good, but the referee signed nothing: whoever has this "
    .. "record could have written it anew"] =
    "{count} firmas son buenas, pero el árbitro no firmó nada: quien tiene esta acta "
    .. "pudo escribirla de nuevo",
  ["{count} signatures are good; the referee's newest is of entry {newest}, and the "
    .. "entries after it, up to {last}, are not signed"] =
    "{count} firmas son buenas; la última del árbitro es de la entrada {newest}, y las "
    .. "siguientes, hasta la {last}, no están firmadas",
  ["{count} signatures are good; the referee signed the last entry, {last}, and with "
    .. "it all before"] =
    "{count} firmas son buenas; el árbitro firmó la última entrada, la {last}, y con "
    .. "ella todas las anteriores",
  ["{count} signatures are good; the referee signed the last entry, {last}, and with "
    .. "it all before; the newest entry that each player's seat signed is, by seat, "
    .. "{seats}"] =
    "{count} firmas son buenas; el árbitro firmó la última entrada, la {last}, y con "
    .. "ella todas las anteriores; la última entrada que firmó cada asiento de jugador "
    .. "es, por asiento, {seats}",
  ["line {line}: entry {entry} ({type}), by {seat}: {reason}"] =
    "línea {line}: entrada {entry} ({type}), de {seat}: {reason}",
  ["there is no such entry in a game of its level"] =
    "no hay tal entrada en una partida de su nivel",
  ["it comes after the game's end"] = "viene después del final de la partida",
  ["scripts stand right after the opening"] =
    "los guiones van justo después de la apertura",
  ["its time is before that of the entry before it"] =
    "su hora es anterior a la de la entrada de antes",
  ["the referee says it, and only a seat may"] =
    "la dice el árbitro, y solo puede un asiento",
  ["a seat says it, and only the referee may"] =
    "la dice un asiento, y solo puede el árbitro",
  ["there is no such seat"] = "no hay tal asiento",
  ["it has other members than such an entry, or one of another kind"] =
    "tiene otras partes que una entrada así, o una de otra clase",

  -- Rules.
  ["there are no scripts in this record, so nobody can tell from it what was "
    .. "allowed"] =
    "en esta acta no hay guiones, así que nadie puede saber por ella qué estaba "
    .. "permitido",
  ["the {count} scripts in the record are those whose hash the opening names: {hash}"] =
    "los {count} guiones del acta son aquellos cuyo hash nombra la apertura: {hash}",
  ["the record ends among its scripts: they are not all those whose hash the opening "
    .. "names"] =
    "el acta acaba entre sus guiones: no son todos aquellos cuyo hash nombra la apertura",
  ["these are the scripts of this castled"] = "son los guiones de este castled",
  ["there are no scripts here to compare them with"] =
    "aquí no hay guiones con que compararlos",
  ["{count} of them differ from those of this castled, or are not here: they may be of "
    .. "another version, or changed to favour somebody ('castled record --sources FILE' "
    .. "shows them): {files}"] =
    "{count} de ellos no son iguales a los de este castled, o no están aquí: pueden ser "
    .. "de otra versión, o estar cambiados a favor de alguien («castled record --sources "
    .. "FICHERO» los muestra): {files}",

  -- The seal.
  ["entry {entry} ({type}) has no place in a game that a seat forfeited before it "
    .. "began"] =
    "la entrada {entry} ({type}) sobra en una partida que un asiento perdió antes de "
    .. "que empezara",
  ["seat {seat} signed the lock and then did not show its secret, as only the "
    .. "referee says, so it forfeited the game before it began, and no tile was "
    .. "drawn; the lock was {lock}"] =
    "el asiento {seat} firmó el candado y luego no mostró su secreto, lo que solo "
    .. "dice el árbitro, así que perdió la partida antes de que empezara, y no se "
    .. "sacó ninguna loseta; el candado era {lock}",
  ["seat {seat} committed and then did not sign the lock, as only the referee "
    .. "says, so it forfeited the game before it began, and no tile was drawn; the "
    .. "lock was {lock}"] =
    "el asiento {seat} se comprometió y luego no firmó el candado, lo que solo "
    .. "dice el árbitro, así que perdió la partida antes de que empezara, y no se "
    .. "sacó ninguna loseta; el candado era {lock}",
  ["each of seats {seats} signed the lock and then did not show its secret, as "
    .. "only the referee says, so the game was forfeited before it began, in the "
    .. "name of seat {seat}, and no tile was drawn; the lock was {lock}"] =
    "cada uno de los asientos {seats} firmó el candado y luego no mostró su "
    .. "secreto, lo que solo dice el árbitro, así que la partida se perdió antes "
    .. "de empezar, en nombre del asiento {seat}, y no se sacó ninguna loseta; el "
    .. "candado era {lock}",
  ["each of seats {seats} committed and then did not sign the lock, as only the "
    .. "referee says, so the game was forfeited before it began, in the name of "
    .. "seat {seat}, and no tile was drawn; the lock was {lock}"] =
    "cada uno de los asientos {seats} se comprometió y luego no firmó el candado, "
    .. "lo que solo dice el árbitro, así que la partida se perdió antes de "
    .. "empezar, en nombre del asiento {seat}, y no se sacó ninguna loseta; el "
    .. "candado era {lock}",
  ["the context in entry 0 (open) is not that of the game, rules, items and keys which "
    .. "the entry names"] =
    "el contexto de la entrada 0 (open) no es el de la partida, las reglas, las losetas "
    .. "y las claves que la entrada nombra",
  ["the game was not begun: not all have locked and revealed what they put in"] =
    "la partida no empezó: no todos firmaron y mostraron lo que pusieron",
  ["server only: no player put anything into the shuffle, so the referee could have "
    .. "chosen the order; the lock is {lock}"] =
    "solo el árbitro: ningún jugador puso nada en la mezcla, así que el árbitro pudo "
    .. "elegir el orden; el candado es {lock}",
  ["the referee committed first, then seat {seats}; they signed the lock {lock} before "
    .. "any secret was shown, and every secret is the one committed to"] =
    "el árbitro se comprometió primero, después el asiento {seats}; firmaron el candado "
    .. "{lock} antes de que se mostrara ningún secreto, y cada secreto es el "
    .. "comprometido",
  ["the referee committed first, then seat {seats}; they signed the lock {lock} before "
    .. "any secret was shown, and every secret is the one committed to; seat {others} put "
    .. "nothing into the shuffle"] =
    "el árbitro se comprometió primero, después el asiento {seats}; firmaron el candado "
    .. "{lock} antes de que se mostrara ningún secreto, y cada secreto es el "
    .. "comprometido; el asiento {others} no puso nada en la mezcla",
  ["entry 0 (open) has no seed, or too long a one"] =
    "la entrada 0 (open) no tiene semilla, o es demasiado larga",
  ["nothing was sealed: the order comes from the seed '{seed}', and whoever chose it "
    .. "could know the order"] =
    "no se selló nada: el orden sale de la semilla «{seed}», y quien la eligió podía "
    .. "saber el orden",
  ["this game is of level {level}, whose seal cannot be checked here"] =
    "esta partida es de nivel {level}, cuyo sello no se puede comprobar aquí",

  -- The shuffle.
  ["no tile was drawn"] = "no se sacó ninguna loseta",
  ["the referee has not opened its seal, so the order is not verified"] =
    "el árbitro no ha abierto su sello, así que el orden no se comprueba",
  ["without the seal nothing is known of the order"] =
    "sin el sello no se sabe nada del orden",
  ["entry {entry} ({type}) is not what the {reason} there"] =
    "la entrada {entry} ({type}) no es lo que {reason} allí",
  ["secrets give"] = "dan los secretos",
  ["seed gives"] = "da la semilla",
  ["each of the draws ({draws}) and rolls ({rolls}) is what the secrets together give "
    .. "there"] =
    "todo lo que se sacó ({draws}) y se tiró ({rolls}) es lo que dan allí los secretos "
    .. "juntos",
  ["each of the draws ({draws}) and rolls ({rolls}) is what the seed gives there"] =
    "todo lo que se sacó ({draws}) y se tiró ({rolls}) es lo que da allí la semilla",
  ["draws ({draws}) and rolls ({rolls}) are what the secrets or the seed give there; "
    .. "{more} more draws, of items that went back, are checked with the choices"] =
    "lo que se sacó ({draws}) y se tiró ({rolls}) es lo que dan allí los secretos o la "
    .. "semilla; {more} más, de lo que volvió al montón, se comprueban con las "
    .. "elecciones",
  ["draws ({draws}) and rolls ({rolls}) are what the secrets or the seed give there; "
    .. "the record ends before it shows what hands drew ({more})"] =
    "lo que se sacó ({draws}) y se tiró ({rolls}) es lo que dan allí los secretos o la "
    .. "semilla; el acta acaba antes de mostrar lo que sacaron las manos ({more})",

  -- Choices and score.
  ["nobody made a choice: the game had not begun"] =
    "nadie eligió nada: la partida no había empezado",
  ["without scripts the game cannot be played again"] =
    "sin guiones la partida no se puede volver a jugar",
  ["a game whose seal is closed cannot be played again"] =
    "una partida con el sello cerrado no se puede volver a jugar",
  ["there is no worker to run the record's scripts in"] =
    "aquí no hay dónde hacer correr los guiones del acta",
  ["played again by the scripts in the record: each of its {count} choices was among "
    .. "those offered"] =
    "jugada otra vez con los guiones del acta: cada una de sus {count} elecciones estaba "
    .. "entre las ofrecidas",
  ["played again by the scripts in the record: each of its {count} choices was among "
    .. "those offered, and by the clock of the entries the time was over when the game "
    .. "was ended for it"] =
    "jugada otra vez con los guiones del acta: cada una de sus {count} elecciones estaba "
    .. "entre las ofrecidas, y por el reloj de las entradas el tiempo se había acabado "
    .. "cuando la partida terminó por eso",
  ["nobody has points (forfeited)"] = "nadie tiene puntos (perdida antes de empezar)",
  ["the end is not that of a game that was forfeited before it began"] =
    "el final no es el de una partida perdida antes de que empezara",
  ["the game has no end: there is no final score"] =
    "la partida no tiene final: no hay resultado",
  ["the record does not tell the scores as ours do"] =
    "el acta no dice los puntos como las nuestras",
  ["the rules give the same end: {first} to {second} ({reason})"] =
    "las reglas dan el mismo final: {first} a {second} ({reason})",
  ["the record says {first} to {second} ({reason}), which was not compared"] =
    "el acta dice {first} a {second} ({reason}), lo que no se comparó",
  ["finished"] = "terminada",
  ["resigned"] = "por rendición",
  ["agreed"] = "tablas acordadas",
  ["time"] = "por tiempo",
  ["broken"] = "fallaron las reglas",
  ["who chose the seed and when, who really played, and the times of the entries"] =
    "no se comprueba: quién eligió la semilla y cuándo, quién jugó de verdad, y las "
    .. "horas de las entradas",
  ["whether the referee looked at the order while the game ran, which level 1 does not "
    .. "prevent; who really played; and the times of the entries"] =
    "no se comprueba: si el árbitro miró el orden durante la partida, lo que el nivel 1 "
    .. "no impide; quién jugó de verdad; y las horas de las entradas",

  -- What was seen while the game was played.
  ["the order of our game was to be sealed, and that of this record's was not"] =
    "el orden de nuestra partida debía sellarse, y el de esta acta no se selló",
  ["how the order was sealed cannot be read in this record"] =
    "en esta acta no se puede leer cómo se selló el orden",
  ["this record is of another game than the one that was played here"] =
    "esta acta es de otra partida que la que se jugó aquí",
  ["another key than ours stands at our seat"] =
    "en nuestro asiento está otra clave que la nuestra",
  ["this is not the opening that our seat has committed to"] =
    "esta no es la apertura con la que se comprometió nuestro asiento",
  ["what our seat committed to is not in this record"] =
    "lo que comprometió nuestro asiento no está en esta acta",
  ["this is not the lock that our seat has agreed to"] =
    "este no es el candado que firmó nuestro asiento",
  ["our seat has not agreed to the lock, and this record says so"] =
    "nuestro asiento no firmó el candado, y esta acta dice que sí",
  ["that our seat agreed to the lock is not in this record"] =
    "que nuestro asiento firmó el candado no está en esta acta",
  ["the daemon took our seat's signature under the lock, and this record says that "
    .. "there was none in time"] =
    "el servidor aceptó la firma de nuestro asiento bajo el candado, y esta acta "
    .. "dice que no la hubo a tiempo",
  ["the daemon took our seat's secret, and this record says that it was not shown "
    .. "in time"] =
    "el servidor aceptó el secreto de nuestro asiento, y esta acta dice que no se "
    .. "mostró a tiempo",
  ["the order of our game was sealed to the end, and this record says that a seat "
    .. "was silent before"] =
    "el orden de nuestra partida se selló hasta el final, y esta acta dice que un "
    .. "asiento calló antes",
  ["{reason}: the daemon lies, or it never came there"] =
    "{reason}: el servidor miente, o nunca llegó allí",
  ["no signed head of this game was seen here, although our seat played in it "
    .. "(game.rejoin brings the newest)"] =
    "aquí no se vio ninguna firma de esta partida, aunque nuestro asiento la jugó",
  ["the order was open, so nothing shows that this record is of the game that was "
    .. "played here"] =
    "el orden no estaba sellado, así que nada muestra que esta acta sea de la partida "
    .. "que se jugó aquí",
  ["no signed head of this game was seen here"] =
    "aquí no se vio ninguna firma de esta partida",
  ["entry {entry}, which was signed while the game was played, is not in this record"] =
    "la entrada {entry}, que se firmó durante la partida, no está en esta acta",
  ["entry {entry}, the newest that was signed while the game was played, is in this "
    .. "record"] =
    "la entrada {entry}, la última que se firmó durante la partida, está en esta acta",
  ["entry {entry}, the newest that was signed while the game was played, is in this "
    .. "record; but the game was over here before its end was signed"] =
    "la entrada {entry}, la última que se firmó durante la partida, está en esta acta; "
    .. "pero aquí la partida terminó antes de que se firmara su final",
  ["entry {entry}, the newest that was signed while the game was played, is in this "
    .. "record; but entry {gone}, which was signed before, is not: the daemon was restored "
    .. "from a backup, or it cheats"] =
    "la entrada {entry}, la última que se firmó durante la partida, está en esta acta; "
    .. "pero la entrada {gone}, que se firmó antes, no: el servidor se restauró de una "
    .. "copia, o hace trampas",
  ["entry {entry}, the newest that was signed while the game was played, is in this "
    .. "record; but entry {gone}, which was signed before, is not: the daemon was restored "
    .. "from a backup, or it cheats; but our seats have not signed all that they did, so "
    .. "it is the daemon's word: choices without a signature are, by seat, {seats}"] =
    "la entrada {entry}, la última que se firmó durante la partida, está en esta acta; "
    .. "pero la entrada {gone}, que se firmó antes, no: el servidor se restauró de una "
    .. "copia, o hace trampas; y nuestros asientos no firmaron todo lo que hicieron, así "
    .. "que es palabra del servidor: las elecciones sin firma son, por asiento, {seats}",
  ["entry {entry}, the newest that was signed while the game was played, is in this "
    .. "record; but our seats have not signed all that they did, so it is the daemon's "
    .. "word: choices without a signature are, by seat, {seats}"] =
    "la entrada {entry}, la última que se firmó durante la partida, está en esta acta; "
    .. "pero nuestros asientos no firmaron todo lo que hicieron, así que es palabra del "
    .. "servidor: las elecciones sin firma son, por asiento, {seats}",
  ["entry {entry}, the newest that was signed while the game was played, is in this "
    .. "record; but the game was over here before its end was signed; but our seats have "
    .. "not signed all that they did, so it is the daemon's word: choices without a "
    .. "signature are, by seat, {seats}"] =
    "la entrada {entry}, la última que se firmó durante la partida, está en esta acta; "
    .. "pero aquí la partida terminó antes de que se firmara su final; y nuestros "
    .. "asientos no firmaron todo lo que hicieron, así que es palabra del servidor: las "
    .. "elecciones sin firma son, por asiento, {seats}",

  -- All in all; and what is missing.
  ["All is good with this record."] = "Todo está bien en esta acta.",
  ["All is good with this record, but {reason}."] =
    "Todo está bien en esta acta, pero {reason}.",
  ["its order was not sealed: whoever chose the seed could know it, and nobody "
    .. "signed"] =
    "su orden no se selló: quien eligió la semilla podía saberlo, y nadie firmó",
  ["only bots of the referee's played, and it alone had a part in the shuffle"] =
    "solo jugaron bots del árbitro, y solo él tuvo parte en la mezcla",
  ["no player signed a choice, as at one table: they are the referee's word"] =
    "ningún jugador firmó una elección, como en una sola mesa: son palabra del árbitro",
  ["Nothing is wrong with this record so far, but not all could be checked: "
    .. "{reasons}."] =
    "Hasta ahora no hay nada mal en esta acta, pero no todo se pudo comprobar: "
    .. "{reasons}.",
  ["nobody signed it"] = "nadie la firmó",
  ["the referee did not sign it"] = "el árbitro no la firmó",
  ["the referee did not sign its end"] = "el árbitro no firmó su final",
  ["its last line is cut off"] = "su última línea está cortada",
  ["its scripts are not all there"] = "sus guiones no están todos",
  ["seat {seat} signed nothing: its choices ({count}) are the referee's word"] =
    "el asiento {seat} no firmó nada: sus elecciones ({count}) son palabra del árbitro",
  ["seat {seat} signed only up to entry {entry}: its choices after that ({count}) are "
    .. "the referee's word"] =
    "el asiento {seat} solo firmó hasta la entrada {entry}: sus elecciones posteriores "
    .. "({count}) son palabra del árbitro",
  ["only the referee says that seat {seat} did not sign the lock in time"] =
    "solo el árbitro dice que el asiento {seat} no firmó el candado a tiempo",
  ["only the referee says that seat {seat} did not show its secret in time"] =
    "solo el árbitro dice que el asiento {seat} no mostró su secreto a tiempo",
  ["our seat signed the lock and this record says that it did not"] =
    "nuestro asiento firmó el candado y esta acta dice que no",
  ["our seat showed its secret and this record says that it did not"] =
    "nuestro asiento mostró su secreto y esta acta dice que no",
  ["its scripts were compared with no others"] =
    "sus guiones no se compararon con otros",
  ["its scripts are not those of this castled"] =
    "sus guiones no son los de este castled",
  ["there are no scripts in it"] = "no tiene guiones",
  ["its order was not sealed to the end"] = "su orden no se acabó de sellar",
  ["a seal of its level cannot be checked here"] =
    "un sello de su nivel no se puede comprobar aquí",
  ["no player had a part in the shuffle"] = "ningún jugador tuvo parte en la mezcla",
  ["its seal is not opened"] = "su sello no está abierto",
  ["its draws were not compared"] = "lo que se sacó no se comparó",
  ["its scripts were not run"] = "sus guiones no se hicieron correr",
  ["it has no end"] = "no tiene final",
  ["its end has no scores"] = "su final no tiene puntos",
  ["nothing of it was signed for our seat"] =
    "no se firmó nada de ella para nuestro asiento",
  ["its end was not signed for our seat"] = "no se firmó su final para nuestro asiento",
  ["the daemon went back behind what it had signed"] =
    "el servidor ha vuelto atrás de lo que había firmado",
  ["our seat has not signed all that it did"] =
    "nuestro asiento no firmó todo lo que hizo",
  ["This record does not prove what it says."] = "Esta acta no demuestra lo que dice.",
}
