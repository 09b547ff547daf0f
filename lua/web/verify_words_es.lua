-- What the browser's script says of sealing and verification, in Spanish. The keys
-- reach it without `js_`; of the text forms it knows {name} only.

return {
  -- The names of the checks; the answers.
  js_check_chain = "cadena",
  js_check_signatures = "firmas",
  js_check_rules = "reglas",
  js_check_scripts = "guiones",
  js_check_seal = "sello",
  js_check_shuffle = "orden",
  js_check_choices = "elecciones",
  js_check_score = "puntos",
  js_check_seen = "visto",
  js_check_not_checked = "no comprobado",
  js_check_is_ok = "bien",
  js_check_is_bad = "MAL",
  js_check_is_unknown = "no se comprueba aquí",

  -- Around the list.
  js_verify_working = "Comprobando en este navegador …",
  js_verify_no_record = "El servidor no da el acta de esta partida.",
  js_verify_nothing_wrong = "No hay nada mal en esta acta, hasta donde esta página puede "
    .. "comprobarla.",
  js_verify_but_open = "No hay nada mal en esta acta, hasta donde esta página puede comprobarla, "
    .. "pero su orden no se selló: quien eligió la semilla podía saberlo, y nadie firmó.",
  js_verify_but_bots = "No hay nada mal en esta acta, hasta donde esta página puede comprobarla, "
    .. "pero solo jugaron bots del servidor, y solo él tuvo parte en la mezcla.",
  js_verify_but_unsigned = "No hay nada mal en esta acta, hasta donde esta página puede "
    .. "comprobarla, pero ningún jugador firmó una elección, como en una sola mesa: son palabra "
    .. "del servidor.",
  js_verify_not_whole = "Hasta ahora no hay nada mal en esta acta, pero no tiene todo lo que "
    .. "demuestra una partida así: vea abajo qué no se pudo comprobar.",
  js_verify_something_wrong = "Esta acta no demuestra lo que dice.",
  js_verify_compare_words = "El candado en cinco palabras. Deben ser las que se mostraron, a usted "
    .. "y a los demás, antes de la primera jugada:",
  js_verify_compared = "Qué se comparó",
  js_verify_rest = "Esta página viene del servidor que repartió. Para comprobarlo todo, también "
    .. "las elecciones y los puntos, con un programa propio:",
  js_verify_save = "guardar el acta",

  -- The lines of the record.
  js_verify_chain = "{count} entradas, cada una con el hash de la anterior.",
  js_verify_chain_head = "Hash de la última entrada",
  js_verify_chain_cut = "{count} entradas, cada una con el hash de la anterior. La última línea "
    .. "está cortada.",
  js_verify_bad_type = "Entrada {entry}: no hay entrada «{type}» en una partida así.",
  js_verify_bad_after_end = "La entrada {entry} ({type}) viene después del final de la partida.",
  js_verify_bad_place = "La entrada {entry} ({type}) no está donde van los guiones, justo después "
    .. "de la apertura.",
  js_verify_bad_time = "La hora de la entrada {entry} ({type}) es anterior a la de la entrada de "
    .. "antes.",
  js_verify_bad_writer = "La entrada {entry} ({type}) es del asiento {seat}, que no puede "
    .. "escribirla.",
  js_verify_bad_members = "La entrada {entry} ({type}) tiene otras partes que una entrada así, o "
    .. "una de otra clase.",
  js_verify_bad_size = "El acta es mayor de lo que puede ser un acta.",
  js_verify_bad_cut = "La línea {line} está cortada.",
  js_verify_bad_crlf = "La línea {line} acaba en CR LF, como en Windows; las de un acta acaban "
    .. "solo en LF.",
  js_verify_bad_line = "La línea {line} no es la línea de un acta.",
  js_verify_bad_empty = "El acta está vacía.",
  js_verify_bad_number = "Línea {line}: está la entrada {entry} donde debería estar la {next}.",
  js_verify_bad_chain = "Línea {line}: la entrada {entry} no sigue a la anterior. Nombra el hash "
    .. "{is}, pero el de la anterior es {wanted}.",
  js_verify_bad_start = "Línea {line}: un acta empieza con una apertura, del servidor.",
  js_verify_bad_level = "La apertura no dice de dónde salió el orden.",

  -- Signatures.
  js_verify_signed = "{count} firmas son buenas; el servidor firmó la última entrada, la "
    .. "{last}, y "
    .. "con ella todas las anteriores.",
  js_verify_unsigned = "Nadie firmó esta acta: quien la tiene pudo escribirla de nuevo.",
  js_verify_unsigned_server = "{count} firmas son buenas, pero el servidor no firmó nada: quien "
    .. "tiene esta acta pudo escribirla de nuevo.",
  js_verify_unsigned_end = "{count} firmas son buenas. La última del servidor es de la entrada "
    .. "{newest}; las siguientes, hasta la {last}, no están firmadas.",
  js_verify_signed_server = "El servidor: {count} firmas buenas, la última de la entrada "
    .. "{newest}, "
    .. "con la clave",
  js_verify_signed_seat = "Asiento {seat}: {count} firmas buenas, la última de la entrada "
    .. "{newest}, con la clave",
  js_verify_signed_by_none = "{count} firmas son buenas; el servidor firmó la última entrada, la "
    .. "{last}, y con ella todas las anteriores. Ningún jugador firmó una elección.",
  js_verify_signed_partly = "{count} firmas son buenas; el servidor firmó la última entrada, la "
    .. "{last}, y con ella todas las anteriores. Pero no todos los jugadores firmaron todo lo que "
    .. "eligieron, y el resto es palabra del servidor. Por asiento, la última entrada que firmó y "
    .. "cuántas elecciones suyas vienen después: {list}.",
  js_verify_bad_signature = "Línea {line}: no hay entrada {entry}, o clave del asiento {seat}, que "
    .. "se pudiera firmar.",
  js_verify_bad_signed = "Línea {line}: se cambió la entrada {entry}, o su firma del asiento "
    .. "{seat}.",

  -- Rules.
  js_verify_rules = "Los {count} guiones del acta son aquellos cuyo hash nombra la apertura.",
  js_verify_scripts = "Si son los guiones del juego que usted conoce, y nadie los cambió a su "
    .. "favor, no se comprueba aquí: esta página viene del servidor que repartió, y de allí "
    .. "vendría también con qué compararlos. castled verify los compara con los de su castled.",
  js_verify_rules_cut = "El acta acaba entre sus guiones: no son todos aquellos cuyo hash nombra "
    .. "la apertura.",
  js_verify_rules_hash = "Hash de los guiones, calculado aquí y nombrado en la apertura",
  js_verify_rules_files = "Guiones",
  js_verify_no_rules = "No hay guiones en esta acta, así que nadie puede saber por ella qué "
    .. "estaba "
    .. "permitido.",
  js_seal_bad_rules = "Los guiones del acta no son los que nombra su apertura.",

  -- The seal.
  js_verify_sealed = "El servidor se comprometió primero, después el asiento {seats}. Firmaron "
    .. "el "
    .. "candado {lock} antes de que se mostrara ningún secreto, y cada secreto es el "
    .. "comprometido.",
  js_verify_sealed_partly = "El servidor se comprometió primero, después el asiento {seats}. "
    .. "Firmaron el candado {lock} antes de que se mostrara ningún secreto, y cada secreto es el "
    .. "comprometido. El asiento {others} no puso nada en la mezcla.",
  js_verify_server_only = "Solo el servidor: ningún jugador puso nada en la mezcla, así que el "
    .. "servidor pudo elegir el orden. El candado es {lock}.",
  js_verify_not_begun = "La partida no empezó: no todos firmaron y mostraron lo que pusieron.",
  js_verify_forfeited = "El asiento {seat} calló después del candado {lock}, lo que solo dice "
    .. "el servidor, así que perdió la partida antes de que empezara, y no se sacó ninguna loseta.",
  js_verify_forfeited_by_all = "Cada uno de los asientos {seats} calló después del candado {lock}, "
    .. "lo que solo dice el servidor, así que la partida se perdió antes de empezar, en nombre del "
    .. "asiento {seat}, y no se sacó ninguna loseta.",
  js_verify_open_seed = "No se selló nada: el orden sale de la semilla «{seed}», y quien la "
    .. "eligió "
    .. "podía conocer el orden.",
  js_verify_bad_seed = "La apertura no tiene semilla, o es demasiado larga.",
  js_verify_other_level = "Esta partida es de nivel {level}, cuyo sello no se puede comprobar "
    .. "aquí.",
  js_verify_context = "La partida, las reglas, las losetas y las claves, en un hash, calculado "
    .. "aquí "
    .. "y nombrado en la apertura",
  js_verify_lock = "El candado, calculado aquí y nombrado en el acta",
  js_verify_server_committed = "El servidor se comprometió a",
  js_verify_server_revealed = "El servidor mostró al final",
  js_verify_seat_committed = "El asiento {seat} se comprometió a",
  js_verify_seat_typed = "El asiento {seat} escribió",
  js_verify_seat_revealed = "El asiento {seat} mostró",

  -- What is drawn and rolled.
  js_verify_shuffle = "Todo lo que se sacó ({draws}) y se tiró ({rolls}) es lo que dan allí los "
    .. "secretos juntos.",
  js_verify_shuffle_seed = "Todo lo que se sacó ({draws}) y se tiró ({rolls}) es lo que da "
    .. "allí la "
    .. "semilla.",
  js_verify_shuffle_partly = "Lo que se sacó ({draws}) y se tiró ({rolls}) es lo que dan allí "
    .. "los "
    .. "secretos o la semilla. Lo que pudo salir {unknown} veces más solo lo saben las reglas, "
    .. "porque hubo piezas que volvieron.",
  js_verify_shuffle_cut = "Lo que se sacó ({draws}) y se tiró ({rolls}) es lo que dan allí los "
    .. "secretos o la semilla. El acta acaba antes de mostrar lo que sacaron las manos ({hidden}).",
  js_verify_seal_closed = "El servidor no ha abierto su sello, así que el orden no está "
    .. "comprobado.",
  js_verify_order_unknown = "Sin el sello no se sabe nada del orden.",
  js_verify_no_draws = "No se sacó ninguna loseta.",
  js_verify_master = "La semilla que dan los secretos, o el texto abierto",
  js_verify_pile = "{pile}: el orden de {count} calculado aquí, de las que se sacaron {drawn}",
  js_verify_rolls = "{label}: tiradas calculadas aquí",
  js_verify_bad_piles = "La apertura no enumera lo que se puede sacar, montón a montón.",
  js_verify_bad_outcome = "La entrada {entry} no se puede leer.",
  js_verify_bad_draw = "Entrada {entry}: se sacó {item}, pero en el orden sellado sigue "
    .. "{wanted}.",
  js_verify_bad_roll = "Entrada {entry}: salió {value}, pero la semilla da {wanted}.",
  js_verify_bad_hands = "Una mano muestra al final más de lo que sacó.",

  -- What follows from the rules.
  js_verify_choices = "Si cada una de las {count} elecciones estaba permitida no se comprueba "
    .. "aquí: "
    .. "hay que ejecutar las reglas, y eso lo hace castled verify.",
  js_verify_no_choices = "Nadie eligió nada: la partida no había empezado.",
  js_verify_score = "El acta dice {scores}. Si las reglas dan eso no se comprueba "
    .. "aquí: "
    .. "lo hace castled verify.",
  js_verify_reason = "Cómo acabó, según el acta",
  js_verify_no_end = "La partida no tiene final: no hay puntos finales.",
  js_verify_no_scores = "El acta no dice los puntos como las nuestras.",
  js_verify_forfeited_score = "Nadie tiene puntos (perdida por silencio).",
  js_verify_bad_forfeit = "El final no es el de una partida perdida antes de empezar.",

  -- Whether it is our game.
  js_verify_seen = "La entrada {entry}, la última que el servidor firmó mientras usted jugaba en "
    .. "este navegador, está en esta acta, y también su clave.",
  js_verify_seen_before_end = "La entrada {entry}, la última que el servidor firmó mientras "
    .. "usted "
    .. "jugaba en este navegador, está en esta acta; pero aquí nunca se firmó el final.",
  js_verify_seen_back = "La entrada {entry}, que el servidor firmó mientras usted jugaba en este "
    .. "navegador, no está en esta acta: el servidor se restauró de una copia de seguridad, o hace "
    .. "trampa.",
  js_verify_seen_unsigned = "En esta acta no está firmado por nosotros todo lo que hizo nuestro "
    .. "asiento: {count} de sus elecciones son palabra del servidor.",
  js_verify_seen_gone = "Este navegador firmó la entrada {entry}, y esa firma no está en esta "
    .. "acta: lo último que hizo en ella nuestro asiento es palabra del servidor.",
  js_verify_seen_agreement_denied = "Nuestro asiento firmó el candado, y esta acta dice que no: el "
    .. "servidor miente, o la firma nunca llegó allí.",
  js_verify_seen_secret_denied = "Nuestro asiento mostró su secreto, y esta acta dice que no: el "
    .. "servidor miente, o el secreto nunca llegó allí.",
  js_verify_seen_open = "El orden estaba abierto, así que nada demuestra que esta acta sea de la "
    .. "partida que se jugó aquí.",
  js_verify_no_head = "El servidor no firmó nada de esta partida para este navegador.",
  js_verify_no_seat = "Este navegador no guarda ningún asiento de esta partida, así que nada "
    .. "demuestra que esta acta sea de la partida que usted vio.",
  js_verify_seen_key = "Nuestra clave, en el asiento {seat}",
  js_verify_seen_secret = "El secreto que pusimos en la mezcla",
  js_verify_seen_lock = "El candado que firmamos",
  js_verify_seen_head = "Hash de la entrada {entry}, la última que se firmó para nosotros",
  js_verify_seen_back_head = "Hash de la entrada {entry}, que antes se firmó para nosotros",
  js_seen_unsealed = "El orden de nuestra partida iba a sellarse, y el de esta acta no lo está.",
  js_seen_unreadable = "En esta acta no se puede leer cómo se selló el orden.",
  js_seen_other_game = "Esta acta es de otra partida, no de la que se jugó aquí.",
  js_seen_other_key = "En nuestro asiento está otra clave, no la nuestra.",
  js_seen_other_opening = "Esta no es la apertura con la que se comprometió nuestro asiento.",
  js_seen_other_commitment = "A lo que se comprometió nuestro asiento no está en esta acta.",
  js_seen_other_lock = "Este no es el candado que firmó nuestro asiento.",
  js_seen_never_agreed = "Nuestro asiento no firmó el candado, y esta acta dice que sí.",
  js_seen_agreement_gone = "Que nuestro asiento firmó el candado no está en esta acta.",
  js_seen_agreement_taken = "El servidor aceptó la firma de nuestro asiento bajo el candado, y su "
    .. "acta dice que no la hubo a tiempo.",
  js_seen_secret_taken = "El servidor aceptó el secreto de nuestro asiento, y su acta dice que no "
    .. "se mostró a tiempo.",
  js_seen_sealed = "El orden de nuestra partida se selló hasta el final, y el acta dice que un "
    .. "asiento calló antes.",
  js_seen_no_head = "El servidor no firmó nada para este navegador, aunque nuestro asiento jugó.",
  js_seen_head_gone = "La entrada {entry}, que el servidor firmó mientras jugábamos, no está en "
    .. "esta acta.",
  js_verify_limits = "Nadie puede comprobar si el servidor miró el orden durante la partida, "
    .. "quién "
    .. "jugó de verdad, ni las horas de las entradas.",
  js_verify_limits_seed = "Nadie puede comprobar quién eligió la semilla ni cuándo, quién jugó "
    .. "de "
    .. "verdad, ni las horas de las entradas.",

  -- What is wrong in a seal: in a record, or while it is made.
  js_seal_bad_open = "La apertura no es la de una partida sellada.",
  js_seal_bad_key = "La apertura da al asiento {seat} una clave que no lo es.",
  js_seal_equal_keys = "La apertura da al asiento {seat} la clave del asiento {other}.",
  js_seal_bad_more = "Entrada {entry}: dice más de lo que puede decir una entrada así.",
  js_seal_bad_entry = "Entrada {entry}: no tiene lugar ahí en un sello.",
  js_seal_bad_context = "A lo que el servidor ata la partida no es lo que dice su apertura.",
  js_seal_commit_late = "Entrada {entry}: el asiento {seat} se compromete después del candado.",
  js_seal_commit_twice = "Entrada {entry}: el asiento {seat} se compromete por segunda vez.",
  js_seal_commit_early = "Entrada {entry}: el asiento {seat} se compromete antes que el "
    .. "servidor.",
  js_seal_bad_lock = "Entrada {entry}: el candado no es el de los compromisos.",
  js_seal_agree_early = "Entrada {entry}: el asiento {seat} firma antes de que haya candado.",
  js_seal_bad_agree = "Entrada {entry}: la firma del asiento {seat} en el candado no es buena.",
  js_seal_reveal_early = "Entrada {entry}: el asiento {seat} muestra su secreto antes de que "
    .. "todos "
    .. "hayan firmado.",
  js_seal_bad_secret = "Entrada {entry}: el secreto del asiento {seat} no es el comprometido.",
  js_seal_bad_text = "Entrada {entry}: el secreto del asiento {seat} no sale de lo que se "
    .. "escribió.",
  js_seal_bad_forfeit = "Entrada {entry}: ese asiento no debía nada, así que no pierde nada.",
  js_seal_after_forfeit = "La entrada {entry} viene después de que un silencio acabara la "
    .. "partida.",
  js_seal_draw_early = "Entrada {entry}: se saca antes de que se muestren todos los secretos.",
  js_seal_draw_late = "Entrada {entry}: se saca después de que el servidor abriera su sello.",

  -- Warnings to who plays.
  js_seal_failed = "El orden no se pudo sellar como debía: {reason}",
  js_seal_other_seat = "El servidor ya no le da el asiento, o el sello, que le dio. Esta "
    .. "partida no "
    .. "sigue aquí.",
  js_seal_too_long = "El servidor envía un acta sin fin, así que no se sella nada.",
  js_seal_not_signed = "El servidor no dice que los jugadores firmen lo que hacen, así que no "
    .. "se echarían en falta sus firmas. Su navegador no firma nada.",
  js_seal_other_key = "El servidor ha puesto en su asiento otra clave, no la suya. Su "
    .. "navegador no "
    .. "firma nada.",
  js_seal_server_late = "El servidor no se comprometió antes que los jugadores. Su navegador no "
    .. "firma nada.",
  js_seal_same_attempt = "El servidor abre la partida otra vez sin decirlo. Su navegador no "
    .. "firma "
    .. "nada.",
  js_seal_too_late = "Su navegador llegó tarde para poner algo en la mezcla.",
  js_seal_other_opening = "Esta no es la apertura con la que se comprometió su navegador.",
  js_seal_no_lock = "El servidor quiere una firma, y no hay candado.",
  js_seal_not_in_lock = "Lo que puso su navegador no está en el candado. No firma nada.",
  js_seal_lock_told = "El candado que el servidor cuenta no es el que ha calculado su navegador: "
    .. "sus palabras no prueban nada.",
  js_seal_two_locks = "El servidor quiere que se firme un segundo candado. Su navegador no lo "
    .. "hace.",
  js_seal_other_lock = "Su navegador no firmó el candado que está en el acta.",
  js_seal_secret_early = "El servidor quiere los secretos antes de que el asiento {seat} firme "
    .. "el "
    .. "candado. Su navegador guarda el suyo.",
  js_seal_not_done = "La partida empieza antes de que se muestren todos los secretos.",
  js_head_unsigned = "La firma del servidor de la entrada {entry} no es buena.",
  js_head_gone = "El servidor firmó las entradas {first} a {last} del acta de esta partida, y "
    .. "ahora no están en su acta: se restauró de una copia de seguridad, o hace trampa. Lo que "
    .. "firmó se guarda en este navegador. La partida sigue con el acta como está ahora.",
}
