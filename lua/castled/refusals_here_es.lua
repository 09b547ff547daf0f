-- What programs on the player's own machine say when they refuse something, in Spanish:
-- `castled connect`, which keeps the line to a server, and `castled host`, which reads
-- and writes files. refusals.lua says how.

return {
  -- The connection.
  ["the daemon closed the connection"] = "el servidor ha cerrado la conexión",
  ["the daemon said: {reason}"] = "el servidor dice: {reason}",
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
  ["the daemon does not let us in again yet: {reason}"] =
    "el servidor todavía no deja volver a entrar: {reason}",
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
  ["cannot connect to {server}: {reason}"] =
    "no se puede conectar con {server}: {reason}",
  ["the daemon sent what cannot be read: {reason}"] =
    "el servidor ha enviado algo que no se puede leer: {reason}",

  ["the daemon sent a line that is too long"] =
    "el servidor ha enviado una línea demasiado larga",
  ["the daemon takes messages of at most {count} bytes"] =
    "el servidor acepta mensajes de {count} bytes como mucho",
  ["the daemon does not say why"] = "el servidor no dice por qué",
  ["too many messages"] = "demasiados mensajes",
  ["a message is too long"] = "un mensaje es demasiado largo",
  ["{count} requests wait for an answer"] = "{count} peticiones esperan respuesta",
  ["too many games at once"] = "demasiadas partidas a la vez",
  ["what is there does not say hello"] = "lo que hay ahí no saluda como un servidor",
  ["what answers there is no daemon of castled that this program knows"] =
    "lo que contesta ahí no es un servidor de castled que este programa conozca",
  ["what answers there is no daemon of castled that this program knows: {reason}"] =
    "lo que contesta ahí no es un servidor de castled que este programa conozca: {reason}",

  -- Addresses.
  ["'{address}' is no address: {reason}"] = "«{address}» no es una dirección: {reason}",
  ["it begins with ws, wss, http or https"] = "empieza por ws, wss, http o https",
  ["there is no name of a host in it"] = "no nombra ningún equipo",
  ["a bracket is not closed"] = "falta cerrar un corchete",
  ["its port is no number from 1 to 65535"] = "su puerto no es un número de 1 a 65535",
  ["what stands behind the host is no path"] = "lo que sigue al equipo no es una ruta",
  ["there is a blank in it"] = "tiene un espacio",
  ["it is too long"] = "es demasiado larga",
  ["'{address}' is neither a URL, as in ws://localhost:7070, nor the path of a socket, "
    .. "as in ./castled.sock"] =
    "«{address}» no es una URL, como ws://localhost:7070, ni la ruta de un socket, como "
    .. "./castled.sock",
  ["'{address}' is no link to a game, which is like "
    .. "http://localhost:7070/games/GAME#INVITATION"] =
    "«{address}» no es el enlace de una partida, que es como "
    .. "http://localhost:7070/games/PARTIDA#INVITACIÓN",
  ["the path of a socket has at most {count} bytes: '{path}'"] =
    "la ruta de un socket tiene {count} bytes como mucho: «{path}»",
  ["that game is at another daemon, at {other}; this is {server}"] =
    "esa partida está en otro servidor, en {other}; este es {server}",
  ["game.join needs either 'game' or 'link'"] =
    "hace falta o una partida o su enlace, y no las dos cosas",
  ["that is no invitation"] = "eso no es una invitación",
  ["that name is too long"] = "ese nombre es demasiado largo",

  -- What is kept of one's seats.
  ["no seat of the game '{game}' is kept on this machine"] =
    "en este equipo no se guarda ningún asiento de la partida «{game}»",
  ["{count} seats of the game are kept on this machine: say which"] =
    "en este equipo se guardan {count} asientos de la partida: diga cuál",
  ["there is no folder to keep seats in: $HOME is not set, so name one with --seats"] =
    "no hay carpeta para guardar asientos: $HOME no está puesta",
  ["a folder for seats has a name"] = "la carpeta de los asientos no tiene nombre",
  ["the folder '{folder}' has too long a name"] =
    "la carpeta «{folder}» tiene un nombre demasiado largo",
  ["cannot make the folder '{folder}' for seats: {reason}"] =
    "no se puede crear la carpeta «{folder}» para los asientos: {reason}",
  ["cannot keep seats in '{folder}': {reason}"] =
    "no se pueden guardar asientos en «{folder}»: {reason}",
  ["cannot keep the seat in '{folder}': {reason}"] =
    "el asiento no se puede guardar en «{folder}»: {reason}",
  ["cannot read the seats in '{folder}': {reason}"] =
    "no se pueden leer los asientos de «{folder}»: {reason}",
  ["the seat is not kept in '{folder}' any more"] =
    "el asiento ya no está guardado en «{folder}»",

  -- What a server says that cannot be.
  ["the daemon says that seat {seat} is seat {other}"] =
    "el servidor dice que el asiento {seat} es el {other}",
  ["the daemon does not say which seat it is"] = "el servidor no dice qué asiento es",
  ["the daemon does not say what the game is"] = "el servidor no dice qué partida es",
  ["the daemon sent no record"] = "el servidor no ha enviado el acta",
  ["the game is not over: its seal is closed"] =
    "la partida no ha terminado: su sello está cerrado",
  ["the order of this game was to be sealed, and the daemon says that it is not"] =
    "el orden de esta partida se iba a sellar, y el servidor dice que no se sella",
  ["seat {seat} could not commit: {reason}"] =
    "el asiento {seat} no ha podido comprometer su secreto: {reason}",
  ["seat {seat} could not agree: {reason}"] =
    "el asiento {seat} no ha podido firmar el candado: {reason}",
  ["seat {seat} could not reveal: {reason}"] =
    "el asiento {seat} no ha podido mostrar su secreto: {reason}",
  ["the opening has no such seat"] = "en la apertura no está ese asiento",
  ["the opening has another key at this seat"] =
    "en la apertura, ese asiento tiene otra clave",
  ["the daemon has not committed before the players"] =
    "el servidor no se ha comprometido antes que los jugadores",
  ["the opening does not say that the players sign what they do, so their signatures "
    .. "would not be missed"] =
    "la apertura no dice que los jugadores firmen lo que hacen, así que no se echarían "
    .. "en falta sus firmas",
  ["the attempt has no number"] = "el intento no tiene número",
  ["the daemon opens the game again, and does not say that it is another attempt"] =
    "el servidor abre la partida otra vez, y no dice que es otro intento",
  ["this seat came too late to put anything into the shuffle"] =
    "ese asiento ha llegado tarde para poner algo en la mezcla",
  ["this is not the opening that this seat has committed to"] =
    "esta no es la apertura con la que se comprometió ese asiento",
  ["the lock is not in the record"] = "el candado no está en el acta",
  ["what this seat committed to is not in the lock"] =
    "lo que comprometió ese asiento no está en el candado",
  ["the lock that was told is not the one in the record"] =
    "el candado que se ha dicho no es el del acta",
  ["the lock that the daemon says is not the one that our seat has agreed to"] =
    "el candado que dice el servidor no es el que firmó nuestro asiento",
  ["this seat has agreed to another lock already"] =
    "ese asiento ya ha firmado otro candado",
  ["this seat has not agreed to the lock in the record"] =
    "ese asiento no ha firmado el candado del acta",
  ["the daemon wants secrets before seat {seat} has agreed to the lock"] =
    "el servidor quiere los secretos antes de que el asiento {seat} firme el candado",
  ["the game begins before all secrets are shown"] =
    "la partida empieza antes de que se muestren todos los secretos",
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

  -- Files.
  ["cannot write record '{file}': it is not a file"] =
    "no se puede escribir el acta «{file}»: no es un archivo",
  ["cannot write record '{file}': {reason}"] =
    "no se puede escribir el acta «{file}»: {reason}",
  ["cannot write secret '{file}': {reason}"] =
    "no se puede escribir el secreto «{file}»: {reason}",
  ["cannot write '{file}': {reason}"] = "no se puede escribir «{file}»: {reason}",
  ["cannot open '{file}': {reason}"] = "no se puede abrir «{file}»: {reason}",
  ["cannot read '{file}': {reason}"] = "no se puede leer «{file}»: {reason}",
  ["'{file}' is larger than {count} bytes"] = "«{file}» tiene más de {count} bytes",
  ["'{file}' is no regular file"] = "«{file}» no es un archivo normal",
  ["'{file}' is no plain file"] = "«{file}» no es un archivo normal",
  ["there is no such file"] = "no hay tal archivo",
  ["there is something in '{file}': resume it, or say that it is to be overwritten"] =
    "ya hay algo en «{file}»: siga con ello, o diga que se sobrescriba",
  ["a path has at most {count} bytes"] = "una ruta tiene {count} bytes como mucho",
  ["record '{file}': {reason}"] = "acta «{file}»: {reason}",
  ["it was played by other scripts than those that are here: {scripts}; --saved-rules, "
    .. "as a parameter saved_rules, runs those in the record"] =
    "se jugó con otros scripts que los de aquí: {scripts}; con --saved-rules se ejecutan "
    .. "los del acta",
  ["the game is sealed, and '{file}', without which it cannot go on, is not there"] =
    "la partida está sellada, y falta «{file}», sin el cual no puede seguir",
  ["there is no secret in the file beside it"] =
    "en el archivo de al lado no hay ningún secreto",
  ["the secret that was kept is not this game's"] =
    "el secreto que se guardó no es el de esta partida",
  ["a game by random choices fails: {reason}"] =
    "una partida por elecciones al azar falla: {reason}",
  ["the rules of this game are not on this machine: {reason}"] =
    "las reglas de esta partida no están en este equipo: {reason}",

  -- The system.
  ["No such file or directory"] = "no existe",
  ["Permission denied"] = "no está permitido",
  ["Is a directory"] = "es una carpeta",
  ["Not a directory"] = "no es una carpeta",
  ["No space left on device"] = "el disco está lleno",
  ["Read-only file system"] = "ahí no se puede escribir",
  ["Input/output error"] = "el disco falla",
  ["Disk quota exceeded"] = "no queda espacio asignado en el disco",
  ["Too many open files"] = "hay demasiados archivos abiertos",
  ["Connection refused"] = "ahí no contesta nadie",
  ["Connection reset by peer"] = "la conexión se ha cortado",
  ["Network is unreachable"] = "no hay red hasta ahí",
  ["No route to host"] = "no hay camino hasta ese equipo",
}
