-- What a server, or what draws for it, says when it refuses something, in Spanish:
-- sentences that a player can meet. refusals.lua says how.

return {
  -- Games and seats.
  ["there is no game '{game}' here"] = "aquí no hay ninguna partida «{game}»",
  ["there is no game '{game}', since the folder scripts/ is not there"] =
    "no existe el juego «{game}», porque falta la carpeta scripts/",
  ["the game is over"] = "la partida ha terminado",
  ["the game is not over"] = "la partida no ha terminado",
  ["the game is not over: what is sealed is not shown"] =
    "la partida no ha terminado: lo sellado no se enseña",
  ["the game has begun"] = "la partida ya ha empezado",
  ["the game has begun already"] = "la partida ya ha empezado",
  ["the game has not begun"] = "la partida no ha empezado",
  ["you have {count} seats in this game: say which one acts"] =
    "usted tiene {count} asientos en esta partida: diga cuál actúa",
  ["the game has the seats 1 to {count}"] =
    "la partida tiene los asientos del 1 al {count}",
  ["seat {seat} is taken"] = "el asiento {seat} está ocupado",
  ["seat {seat} is not yours"] = "el asiento {seat} no es suyo",
  ["seat {seat} is held for who brings the invitation to it"] =
    "el asiento {seat} se guarda para quien traiga su invitación",
  ["no seat is free in this game"] = "en esta partida no queda asiento libre",
  ["you have no seat in this game"] = "usted no tiene asiento en esta partida",
  ["a bot sits in seat {seat}"] = "en el asiento {seat} hay un bot",
  ["that invitation opens no seat of this game"] =
    "esa invitación no abre ningún asiento de esta partida",
  ["that token opens no seat of this game"] =
    "lo que este aparato guarda no abre ningún asiento de esta partida",
  ["the parameter 'name' of {method} must have 1 to {count} characters that can be "
    .. "printed, and not only blanks"] =
    "el nombre debe tener de 1 a {count} caracteres que se vean, y no solo espacios",
  ["the parameter 'text' of {method} must have 1 to {count} characters that can be "
    .. "printed, and not only blanks"] =
    "lo que se dice debe tener de 1 a {count} caracteres que se vean, y no solo "
    .. "espacios",
  ["not all seats are taken"] = "no todos los asientos están ocupados",
  ["the order of this game is not sealed: its seed is open"] =
    "el orden de esta partida no se sella: su semilla es abierta",
  ["it is too {when} to {act}: the sealing is at '{stage}'"] =
    "el sellado ya no está en ese paso, o aún no",

  -- Making a game.
  ["there is no bot '{bot}' here"] = "aquí no hay ningún bot «{bot}»",
  ["a game needs a person: bots alone play only where the daemon runs"] =
    "hace falta una persona: aquí los bots no juegan solos",
  ["a seed is a text of at most {count} bytes"] =
    "una semilla es un texto de {count} bytes como mucho",
  ["what is typed into the shuffle must be UTF-8 and at most {count} bytes"] =
    "lo que se aporta a la mezcla debe ser UTF-8 y de {count} bytes como mucho",
  ["at most {count} variants can be chosen"] =
    "se pueden elegir {count} reglas de la casa como mucho",

  -- Playing.
  ["nobody is asked"] = "no se pregunta a nadie",
  ["a bot is asked"] = "se pregunta a un bot",
  ["seat {seat} is asked"] = "se pregunta al asiento {seat}",
  ["seat {seat} is asked, which is not yours"] =
    "se pregunta al asiento {seat}, que no es suyo",
  ["question {asked} is asked, not {other}"] = "ahora se pregunta otra cosa",
  ["question {asked} was for another seat than yours"] =
    "esa pregunta era para otro asiento",
  ["you have signed entry {entry} of this game's record, which ends with entry {last} here: "
    .. "was the daemon restored from a backup?"] =
    "usted firmó la entrada {entry} del acta de esta partida, que aquí acaba con la entrada "
    .. "{last}: ¿se restauró el servidor de una copia de seguridad?",
  ["question {asked} has been answered in another way"] =
    "esa pregunta ya tiene otra respuesta",
  ["that is not among the choices"] = "eso no está entre lo que se puede elegir",
  ["there is nothing to take back: undo reaches back to the last draw, in one's "
    .. "own turn"] =
    "no hay nada que deshacer: se deshace hasta la última loseta sacada, en el "
    .. "turno propio",
  ["no more can be taken back in this turn: {count} times is enough"] =
    "en este turno no se puede deshacer más: con {count} veces basta",
  ["no more can be taken back in this game: {count} times is enough"] =
    "en esta partida no se puede deshacer más: con {count} veces basta",
  ["the choice cannot be taken back: there would be no time left to make another"] =
    "la elección no se puede deshacer: no quedaría tiempo para otra",
  ["the game has become too long: it can only be ended"] =
    "la partida es ya demasiado larga: solo se puede terminar",
  ["a draw has been offered and not been answered yet"] =
    "se han ofrecido tablas y aún no hay respuesta",
  ["you have offered a draw {count} times: that is enough"] =
    "usted ha ofrecido tablas {count} veces: ya basta",
  ["no draw is offered to seat {seat}"] =
    "al asiento {seat} no se le han ofrecido tablas",
  ["somebody holds what others must not see, so the position is not given away"] =
    "alguien tiene en la mano lo que otros no deben ver, así que no hay pistas",
  ["the daemon's rules of '{game}' are not those on this machine, so there is no "
    .. "hint"] = "las reglas del servidor no son las de esta máquina, así que no hay pistas",
  ["too many want a hint: ask again in a moment"] =
    "demasiados piden una pista: pídala otra vez dentro de un momento",
  ["no hint could be thought out"] = "no se ha podido pensar ninguna pista",

  -- Rules that fail.
  ["step '{step}': {reason}"] = "en el paso «{step}»: {reason}",
  ["house rule '{rule}': {reason}"] = "regla de la casa «{rule}»: {reason}",
  ["take back your last choice, since none of these can be made: {reason}"] =
    "deshaga su última elección, porque aquí no se puede hacer ninguna: {reason}",

  -- Looking at a game again.
  ["this game takes too long to play again"] = "repetir esta partida tarda demasiado",
  ["this game is too long to be shown"] = "esta partida es demasiado larga",
  ["the record cannot be read"] = "el acta no se puede leer",
  ["its record, played again, is another one"] =
    "su acta, jugada otra vez, es otra",
  ["what the game was made of cannot be read"] =
    "no se puede leer cómo se hizo la partida",
  ["too many games are being looked at: try again in a moment"] =
    "se miran demasiadas partidas: inténtelo otra vez dentro de un momento",
  ["This is too long to be shown."] = "Esto es demasiado largo para mostrarlo.",

  -- Too much at once.
  ["nobody is in more than {count} games at once"] =
    "nadie está en más de {count} partidas a la vez",
  ["there are {count} games from where you are, not over or over only now: wait "
    .. "until there are fewer"] =
    "desde donde está usted hay {count} partidas sin acabar o recién acabadas: "
    .. "espere a que haya menos",
  ["there are too many games here: wait until there are fewer"] =
    "aquí hay demasiadas partidas: espere a que haya menos",
  ["{count} games are watched from where you are: leave one of them first"] =
    "desde donde está usted se miran {count} partidas: deje antes una de ellas",
  ["{count} seats are taken from where you are, in games that have not begun"] =
    "desde donde está usted hay {count} asientos ocupados en partidas sin empezar",
  ["too much work from where you are: wait a little"] =
    "demasiado trabajo desde donde está usted: espere un poco",
  ["too many messages: no more than {count} a second"] =
    "demasiados mensajes: no más de {count} por segundo",
  ["too many requests wait for an answer"] =
    "demasiadas peticiones esperan respuesta",
  ["too many games are being deleted: try again"] =
    "se borran demasiadas partidas: inténtelo otra vez",

  -- The server.
  ["the daemon is ending"] = "el servidor se apaga",
  ["the server gave no answer"] = "el servidor no ha dado respuesta",
  ["nothing has changed: {reason}"] = "no ha cambiado nada: {reason}",
  ["cannot write to store '{store}': the disk is full"] =
    "el disco del servidor está lleno",
  ["cannot write to store '{store}': it may only be read"] =
    "el servidor no puede guardar nada",
  ["the disk failed store '{store}': {why}"] = "el disco del servidor falla",
  ["store '{store}' is damaged: {why}"] = "el archivo del servidor está dañado",
  ["store '{store}' is gone: what is written now would be lost"] =
    "el archivo del servidor ha desaparecido",
  ["store '{store}' has no '{what}'"] = "en el archivo del servidor falta algo",
  ["the store has not all of the record of '{game}'"] =
    "el servidor no tiene toda el acta de «{game}»",
  ["the store has no secret of game '{game}'"] =
    "el servidor no tiene el secreto de la partida «{game}»",
  ["what the store keeps of game '{game}' cannot be read"] =
    "lo que el servidor guarda de la partida «{game}» no se puede leer",
  ["what the store says of game '{game}' cannot be read"] =
    "lo que el servidor guarda de la partida «{game}» no se puede leer",
  ["game '{game}': {reason}"] = "partida «{game}»: {reason}",
  ["no memory for {what}"] = "no queda memoria",
  ["protocol {other} is not known here, only {known}"] =
    "aquí no se habla el protocolo {other}, solo el {known}",
  ["The page is being started again."] = "La página se está arrancando otra vez.",
}
