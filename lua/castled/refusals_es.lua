-- What a server, or what draws for it, says when it refuses something, in Spanish:
-- sentences that a player can meet. refusals.lua says how.

return {
  -- Games and seats.
  ["there is no game '{game}' here"] = "aquí no hay ninguna partida «{game}»",
  ["the game is over"] = "la partida ha terminado",
  ["the game is not over"] = "la partida no ha terminado",
  ["the game is not over: what is sealed is not shown"] =
    "la partida no ha terminado: lo sellado no se enseña",
  ["the game has begun"] = "la partida ya ha empezado",
  ["the game has begun already"] = "la partida ya ha empezado",
  ["the game has not begun"] = "la partida no ha empezado",
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
  ["The page is being started again."] = "La página se está arrancando otra vez.",

  -- The connection, as `castled connect` has it.
  ["the daemon closed the connection"] = "el servidor ha cerrado la conexión",
  ["the daemon said: {reason}"] = "el servidor dice: {reason}",
  ["the daemon is ending"] = "el servidor se apaga",
  ["nobody answers"] = "nadie contesta",
  ["no answer for {count} s"] = "sin respuesta en {count} s",
  ["the connection was lost, and whether this was done is not known"] =
    "se ha perdido la conexión, y no se sabe si esto se ha hecho",
  ["the server opens no WebSocket: HTTP status {status}"] =
    "el servidor no abre ningún WebSocket: estado HTTP {status}",
  ["refused (403): a daemon there does not go by the name '{host}'; its operator can "
    .. "add it with --name"] =
    "rechazado (403): ahí ningún servidor se llama «{host}»; quien lo lleva puede "
    .. "añadirlo con --name",
  ["its certificate is not trusted here (--ca FILE names one that is)"] =
    "en su certificado no se confía aquí (--ca ARCHIVO indica uno que sí vale)",
  ["its certificate is for another name than this one"] =
    "su certificado es para otro nombre",
  ["its certificate has expired"] = "su certificado ha caducado",
  ["its certificate is not valid yet, by the clock of this machine"] =
    "su certificado aún no vale, según el reloj de este equipo",
  ["no TLS is spoken there: is it http:// and not https://?"] =
    "ahí no se habla TLS: ¿será http:// y no https://?",
  ["it hangs up without an answer: is it https:// and not http://?"] =
    "cuelga sin contestar: ¿será https:// y no http://?",
  ["the daemon does not let us in again: {reason}"] =
    "el servidor no deja volver a entrar: {reason}",
  ["seat {seat} could not sign the game's end: {reason}"] =
    "el asiento {seat} no ha podido firmar el final de la partida: {reason}",
  ["sealing ({stage}), seat {seat}: {reason}"] =
    "sellado ({stage}), asiento {seat}: {reason}",
  ["the record cannot be had: {reason}"] = "no se puede obtener el acta: {reason}",
  ["the daemon sends a record without an end, so nothing is sealed"] =
    "el servidor envía un acta sin fin, así que no se sella nada",
  ["this game is not played by the scripts that are on this machine; they may be of "
    .. "another version, or changed to favour somebody: {scripts}"] =
    "esta partida no se juega con los scripts de este equipo; pueden ser de otra "
    .. "versión, o estar cambiados para favorecer a alguien: {scripts}",
  ["the daemon's signature of entry {entry} is not good"] =
    "la firma del servidor en la entrada {entry} no es buena",
  ["entries {first} to {last} of this game's record were signed by the daemon, and are "
    .. "not in its record now: it was restored from a backup, or it cheats. "
    .. "The game goes on with the record as it is now"] =
    "las entradas {first} a {last} del acta de esta partida las firmó el servidor, y "
    .. "ya no están en su acta: se ha restaurado de una copia, o hace trampas. "
    .. "La partida sigue con el acta como está ahora",
  ["what the daemon had signed is kept in '{path}'"] =
    "lo que el servidor había firmado se guarda en '{path}'",
  ["what the daemon had signed is not kept: {reason}"] =
    "lo que el servidor había firmado no se guarda: {reason}",
}
