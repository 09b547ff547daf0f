#include "command/play_words.h"

#include <string.h>

static const char *const NAMES[PLAY_WORDS_LANGUAGES] = {"en", "es"};

static const char *const WORDS[PLAY_WORD_COUNT][PLAY_WORDS_LANGUAGES] = {
    [PLAY_WORD_VARIANT] = {"House rule {name}: {title}. {summary}",
                           "Regla de la casa {name}: {title}. {summary}"},
    [PLAY_WORD_VARIANTS_NONE] = {"No house rules.", "Sin reglas de la casa."},
    [PLAY_WORD_OPTION] = {"Option {name} = {value}: {title}.",
                          "Opción {name} = {value}: {title}."},
    [PLAY_WORD_PLAYERS] = {"{players}.", "{players}."},
    [PLAY_WORD_SEED] = {"Seed {seed}: the same seed and the same choices give "
                        "the same game.",
                        "Semilla {seed}: la misma semilla y las mismas "
                        "jugadas dan la misma partida."},
    [PLAY_WORD_SEED_OPEN] = {"Nothing is sealed: whoever chose the seed can "
                             "know all that will be drawn.",
                             "Nada está sellado: quien eligió la semilla puede "
                             "saber todo lo que va a salir."},
    [PLAY_WORD_SEAL_ASK] =
        {"{player}: what do you put into the shuffle? Enter: from this "
         "machine's randomness, or type something: dice you throw, a "
         "sentence.",
         "{player}: ¿qué pones en la mezcla? Intro: del azar de esta máquina, "
         "o escriba algo: los dados que tire, una frase."},
    [PLAY_WORD_SEAL_TOO_LONG] = {"That is too long, or not readable: at most "
                                 "256 bytes.",
                                 "Es demasiado largo, o no se puede leer: "
                                 "hasta 256 bytes."},
    [PLAY_WORD_SEAL_BOT] = {"{player}: a bot, puts nothing into the shuffle.",
                            "{player}: un programa, no pone nada en la "
                            "mezcla."},
    [PLAY_WORD_SEAL_RANDOM] = {"{player}: puts this machine's randomness into "
                               "the shuffle.",
                               "{player}: en la mezcla, azar de esta máquina."},
    [PLAY_WORD_SEAL_TYPED] = {"{player}: puts '{text}' into the shuffle.",
                              "{player}: en la mezcla, «{text}»."},
    [PLAY_WORD_SEAL_SERVER_ONLY] =
        {"Server only: no player puts anything into the shuffle, only this "
         "program does.",
         "Solo el servidor: ningún jugador pone nada en la mezcla, solo este "
         "programa."},
    [PLAY_WORD_SEAL_LOCK] = {"The order of all that will be drawn is sealed. "
                             "Its lock: {lock}",
                             "El orden de todo lo que va a salir está sellado. "
                             "Su candado: {lock}"},
    [PLAY_WORD_SEAL_HINT] =
        {"Write it down if you like: after the last draw the seal is opened, "
         "and this lock shows that it is still the same order.",
         "Apúntelo si quiere: al acabar se abre el sello, y este candado "
         "muestra que el orden sigue siendo el mismo."},
    [PLAY_WORD_SAVED_ALWAYS] = {"Saved after every choice in {file}.",
                                "Se guarda tras cada jugada en {file}."},
    [PLAY_WORD_HELP_HINT] = {"Type ? for help.",
                             "Escriba ? para ver la ayuda."},
    [PLAY_WORD_RESUMED] = {"Resumed after {count} choices from {file}.",
                           "Se retoma tras {count} jugadas de {file}."},
    [PLAY_WORD_IS_OVER] = {"This game is over.", "Esta partida ha terminado."},
    [PLAY_WORD_PLACES] = {"Places, with the quarter turns that fit there:",
                          "Sitios, con los cuartos de giro que encajan:"},
    [PLAY_WORD_TURNS] = {"{tile} at {x},{y}:", "{tile} en {x},{y}:"},
    [PLAY_WORD_TURN_0] = {"as drawn", "sin girar"},
    [PLAY_WORD_TURN_1] = {"a quarter", "un cuarto"},
    [PLAY_WORD_TURN_2] = {"a half", "media vuelta"},
    [PLAY_WORD_TURN_3] = {"three quarters", "tres cuartos"},
    [PLAY_WORD_PLACE_PROMPT] = {"Number, or x,y and turns > ",
                                "Número, o x,y y giros > "},
    [PLAY_WORD_TURNS_PROMPT] = {"Number (Enter: elsewhere) > ",
                                "Número (Intro: otro sitio) > "},
    [PLAY_WORD_CHOICE_PROMPT] = {"Number > ", "Número > "},
    [PLAY_WORD_CONFIRM_PROMPT] = {"Enter: yes, u: undo, n: choose again > ",
                                  "Intro: sí, d: deshacer, n: elegir otra > "},
    [PLAY_WORD_NOT_OFFERED] = {"'{line}' is not possible.",
                               "«{line}» no es posible."},
    [PLAY_WORD_NOT_TURNED] =
        {"{x},{y} is possible, but not with {turns} quarter turns.",
         "{x},{y} es posible, pero no con {turns} cuartos de giro."},
    [PLAY_WORD_NOT_A_CHOICE] = {"'{line}' is no choice and no command. Type ? "
                                "for help.",
                                "«{line}» no es una jugada ni una orden. "
                                "Escriba ? para ver la ayuda."},
    [PLAY_WORD_POSSIBLE_PLACES] = {"What is possible: 1 to {count}, or x,y and "
                                   "the number of quarter turns, of these:",
                                   "Es posible: de 1 a {count}, o x,y y los "
                                   "cuartos de giro, de estos:"},
    [PLAY_WORD_POSSIBLE_NUMBERS] = {"What is possible: 1 to {count}.",
                                    "Es posible: de 1 a {count}."},
    [PLAY_WORD_CHOSEN_BY] = {"{player}: {choice}.", "{player}: {choice}."},
    [PLAY_WORD_ENDS_TURN] = {"With this the turn is over and cannot be taken "
                             "back: {choice}.",
                             "Con esto acaba el turno y no se puede deshacer: "
                             "{choice}."},
    [PLAY_WORD_ENDS_FOR_GOOD] = {"With this something is drawn, and it cannot "
                                 "be taken back: {choice}.",
                                 "Con esto se saca algo, y no se puede "
                                 "deshacer: {choice}."},
    [PLAY_WORD_UNDONE] = {"Taken back.", "Deshecho."},
    [PLAY_WORD_NO_UNDO] = {"There is nothing to take back: it goes back to the "
                           "last draw, in one's own turn.",
                           "No hay nada que deshacer: se llega hasta lo último "
                           "que se sacó, en el turno propio."},
    [PLAY_WORD_HINT] = {"steward would choose: {choice}.",
                        "steward elegiría: {choice}."},
    [PLAY_WORD_NO_SPACE] =
        {"'look' wants a space of the board, as in: look 3,4",
         "«mira» quiere un espacio, como: mira 3,4"},
    [PLAY_WORD_LOG_EMPTY] = {"Nothing has happened yet.",
                             "Aún no ha pasado nada."},
    [PLAY_WORD_LEFT] = {"{pile}, {count} not seen yet:",
                        "{pile}, {count} sin ver:"},
    [PLAY_WORD_LEFT_NONE] = {"{pile}: none.", "{pile}: ninguna."},
    [PLAY_WORD_REPLACED] = {"{name} ({numbers}) is changed by {variants}.",
                            "{name} ({numbers}) cambia por {variants}."},
    [PLAY_WORD_END_HINT] = {"With Ctrl-D once more steward plays on for all; "
                            "'quit' leaves the game.",
                            "Con otro Ctrl-D, steward sigue por todos; «salir» "
                            "deja la partida."},
    [PLAY_WORD_INPUT_ENDED] = {"The input has ended: steward plays on for "
                               "{players}.",
                               "La entrada ha terminado: steward sigue por "
                               "{players}."},
    [PLAY_WORD_RESIGN] = {"{player} gives up? (y/n) > ",
                          "¿{player} se rinden? (s/n) > "},
    [PLAY_WORD_RESIGN_NOT] = {"The game goes on.", "La partida sigue."},
    [PLAY_WORD_QUIT_SAVED] = {"The game is saved in {file}. Leave it? (y/n) > ",
                              "La partida está guardada en {file}. ¿Salir? "
                              "(s/n) > "},
    [PLAY_WORD_QUIT_UNSAVED] =
        {"Save it first? A file's name, or Enter for no, "
         "or n to play on > ",
         "¿Guardarla antes? El nombre de un fichero, "
         "Intro para no, n para seguir > "},
    [PLAY_WORD_QUIT_NOT] = {"The game goes on.", "La partida sigue."},
    [PLAY_WORD_GOODBYE] = {"To go on: {line}", "Para seguir: {line}"},
    [PLAY_WORD_GOODBYE_UNSAVED] =
        {"Not saved: it cannot be resumed. 'save FILE' before, or --save FILE, "
         "keeps a game.",
         "Sin guardar: no se puede retomar. «guarda FICHERO» antes, o --save "
         "FICHERO, guarda una partida."},
    [PLAY_WORD_STOPPED] = {"Stopped. To go on: {line}",
                           "Interrumpida. Para seguir: {line}"},
    [PLAY_WORD_STOPPED_UNSAVED] =
        {"Stopped. The game is not saved; --seed {seed} with the same choices "
         "brings it back.",
         "Interrumpida. La partida no está guardada; --seed {seed} con las "
         "mismas jugadas la recupera."},
    [PLAY_WORD_STOPPED_LOST] = {"Stopped. The game is not saved.",
                                "Interrumpida. La partida no está guardada."},
    [PLAY_WORD_SAVED] = {"Saved in {file}.", "Guardada en {file}."},
    [PLAY_WORD_SAVE_WHERE] = {"'save' wants a file, as in: save my-game",
                              "«guarda» quiere un fichero, como: guarda "
                              "mi-partida"},
    [PLAY_WORD_SAVE_EXISTS] = {"There is a file {file} already; 'save! {file}' "
                               "writes over it.",
                               "Ya hay un fichero {file}; «guarda! {file}» lo "
                               "sustituye."},
    [PLAY_WORD_SAVE_FAILED] = {"Not saved: {reason}. The game goes on in "
                               "memory, and saving is tried again after every "
                               "choice; 'save FILE' saves elsewhere.",
                               "Sin guardar: {reason}. La partida sigue en "
                               "memoria y se intenta guardar tras cada jugada; "
                               "«guarda FICHERO» la guarda en otro sitio."},
    [PLAY_WORD_SAVE_WORKS] = {"Saving works again: {file}.",
                              "Ya se puede guardar: {file}."},
    [PLAY_WORD_SAVE_FAILED_END] = {"The game could not be saved: {reason}.",
                                   "No se ha podido guardar la partida: "
                                   "{reason}."},
    [PLAY_WORD_EVENTS_FAILED] = {"The events could not be written: {reason}. "
                                 "The game goes on without.",
                                 "No se han podido escribir los sucesos: "
                                 "{reason}. La partida sigue sin ellos."},
    [PLAY_WORD_RULES_TRIED] = {"Something is wrong with these rules: a game "
                               "by random choices has failed. {reason}.",
                               "Algo falla en estas reglas: una partida con "
                               "decisiones al azar ha fallado. {reason}."},
    [PLAY_WORD_RULES_FAILED] = {"The rules failed on this choice: {reason}.",
                                "Las reglas han fallado con esta jugada: "
                                "{reason}."},
    [PLAY_WORD_CHOOSE_AGAIN] = {"Nothing has changed; choose something else.",
                                "Nada ha cambiado; elija otra cosa."},
    [PLAY_WORD_BOT_FAILED] =
        {"The rules failed while {player} looked ahead: "
         "{reason}. The first choice that works is taken.",
         "Las reglas han fallado cuando {player} pensaban: "
         "{reason}. Se toma la primera jugada que "
         "funcione."},
    [PLAY_WORD_BROKEN] = {"The game cannot go on: {reason}.",
                          "La partida no puede seguir: {reason}."},
    [PLAY_WORD_BROKEN_SAVED] = {"Its record is whole: {file}",
                                "Su registro está entero: {file}"},
    [PLAY_WORD_VIEW_FAILED] = {"The rules failed to show how the game stands: "
                               "{reason}.",
                               "Las reglas no han podido mostrar la partida: "
                               "{reason}."},
    [PLAY_WORD_OVER] = {"The game is over.", "Fin de la partida."},
    [PLAY_WORD_POINTS_OF] = {"Where the points came from:",
                             "De dónde vienen los puntos:"},
    [PLAY_WORD_POINTS_OTHER] = {"other", "otros"},
    [PLAY_WORD_POINTS_TOGETHER] = {"together", "en total"},
    [PLAY_WORD_NO_FINAL] = {"There is no final scoring.",
                            "No hay puntuación final."},
    [PLAY_WORD_PROOF_SEALED] =
        {"The order was sealed before the first draw (lock {lock}) and opened "
         "after the last: everything fits.",
         "El orden se selló antes de sacar nada (candado {lock}) y se abrió al "
         "final: todo encaja."},
    [PLAY_WORD_PROOF_SERVER_ONLY] =
        {"The order was sealed before the first draw (lock {lock}) and opened "
         "after the last: everything fits. But server only: no player put "
         "anything into the shuffle, so this program could have chosen it.",
         "El orden se selló antes de sacar nada (candado {lock}) y se abrió al "
         "final: todo encaja. Pero solo el servidor: ningún jugador puso nada "
         "en la mezcla, así que este programa pudo elegirlo."},
    [PLAY_WORD_PROOF_SEED] =
        {"All that was drawn came from the seed {seed}: everything fits. "
         "Nothing was sealed, so whoever chose the seed could know it.",
         "Todo lo que salió vino de la semilla {seed}: todo encaja. Nada "
         "estaba sellado, así que quien eligió la semilla pudo saberlo."},
    [PLAY_WORD_PROOF_PLAYED] =
        {"Played again from its record: draws ({draws}), rolls ({rolls}), "
         "choices ({choices}) and the score are right.",
         "Jugada otra vez desde su registro: lo que salió ({draws}), los dados "
         "({rolls}), las jugadas ({choices}) y la puntuación son correctos."},
    [PLAY_WORD_PROOF_NOT_CHECKED] = {"Choices and score were not checked: "
                                     "{reason}.",
                                     "Las jugadas y la puntuación no se han "
                                     "comprobado: {reason}."},
    [PLAY_WORD_PROOF_LIMIT] =
        {"Not proved: that nobody looked at the order on this machine while "
         "the game ran.",
         "Sin probar: que nadie mirara el orden en esta máquina durante la "
         "partida."},
    [PLAY_WORD_PROOF_WRONG] = {"The game's record is wrong ({check}): "
                               "{reason}.",
                               "El registro de la partida está mal ({check}): "
                               "{reason}."},
    [PLAY_WORD_PROOF_AGAIN] = {"To check it again: {line}",
                               "Para comprobarlo otra vez: {line}"},
    [PLAY_WORD_PROOF_NO_FILE] = {"No file was kept of it; --record FILE keeps "
                                 "one, for: {line}",
                                 "No se ha guardado ningún fichero; --record "
                                 "FILE guarda uno, para: {line}"},
    [PLAY_WORD_HUMAN] = {"human", "humano"},
    [PLAY_WORD_YES] = {"yes", "sí"},
    [PLAY_WORD_NO] = {"no", "no"},
    [PLAY_WORD_HELP] =
        {"A choice is its number. A place for a tile is its number on the "
         "map, or x,y, or x,y and the quarter turns clockwise, as in: 3,4 1\n"
         "  board (b)     the whole board in letters\n"
         "  map (m)       the choices again\n"
         "  look 3,4      a part of the board in letters\n"
         "  tiles (t)     what has not been drawn yet\n"
         "  rules (r)     the rules in force\n"
         "  log (l)       all that has happened\n"
         "  hint (h)      what steward would choose\n"
         "  undo (u)      take the last choice back\n"
         "  save FILE     save the game there too\n"
         "  resign        give up\n"
         "  quit (q)      leave the game; one that is saved can be resumed",
         "Una jugada es su número. El sitio de una loseta es su número en el "
         "mapa, o x,y, o x,y y los cuartos de giro a la derecha, como: 3,4 1\n"
         "  tablero (b)       todo el tablero en letras\n"
         "  mapa (m)          las jugadas otra vez\n"
         "  mira 3,4          una parte del tablero en letras\n"
         "  losetas (t)       lo que no ha salido aún\n"
         "  reglas (r)        las reglas en vigor\n"
         "  historia (l)      todo lo que ha pasado\n"
         "  pista (h)         qué elegiría steward\n"
         "  deshacer (d)      retirar la última jugada\n"
         "  guarda FICHERO    guardar la partida también ahí\n"
         "  rendirse          abandonar\n"
         "  salir (q)         dejar la partida; si está guardada, se puede "
         "retomar"},
    [PLAY_WORD_HELP_LETTERS] =
        {"Letters on tiles: {letters}. # is the wall, a small letter behind a "
         "tile or in it a follower: {players}.",
         "Letras en las losetas: {letters}. # es la muralla, y una letra "
         "pequeña detrás de una loseta o en ella, un seguidor: {players}."},
};

static const struct {
    const char *word;
    enum play_order order;
} ORDERS[] = {
    {"?", PLAY_ORDER_HELP},
    {"help", PLAY_ORDER_HELP},
    {"ayuda", PLAY_ORDER_HELP},
    {"board", PLAY_ORDER_BOARD},
    {"b", PLAY_ORDER_BOARD},
    {"tablero", PLAY_ORDER_BOARD},
    {"map", PLAY_ORDER_MAP},
    {"m", PLAY_ORDER_MAP},
    {"mapa", PLAY_ORDER_MAP},
    {"look", PLAY_ORDER_LOOK},
    {"mira", PLAY_ORDER_LOOK},
    {"rules", PLAY_ORDER_RULES},
    {"r", PLAY_ORDER_RULES},
    {"reglas", PLAY_ORDER_RULES},
    {"tiles", PLAY_ORDER_TILES},
    {"t", PLAY_ORDER_TILES},
    {"losetas", PLAY_ORDER_TILES},
    {"log", PLAY_ORDER_LOG},
    {"l", PLAY_ORDER_LOG},
    {"historia", PLAY_ORDER_LOG},
    {"hint", PLAY_ORDER_HINT},
    {"h", PLAY_ORDER_HINT},
    {"pista", PLAY_ORDER_HINT},
    {"undo", PLAY_ORDER_UNDO},
    {"u", PLAY_ORDER_UNDO},
    {"deshacer", PLAY_ORDER_UNDO},
    {"d", PLAY_ORDER_UNDO},
    {"save", PLAY_ORDER_SAVE},
    {"save!", PLAY_ORDER_SAVE},
    {"guarda", PLAY_ORDER_SAVE},
    {"guarda!", PLAY_ORDER_SAVE},
    {"resign", PLAY_ORDER_RESIGN},
    {"rendirse", PLAY_ORDER_RESIGN},
    {"quit", PLAY_ORDER_QUIT},
    {"q", PLAY_ORDER_QUIT},
    {"salir", PLAY_ORDER_QUIT},
    {"exit", PLAY_ORDER_QUIT},
    {"y", PLAY_ORDER_YES},
    {"yes", PLAY_ORDER_YES},
    {"s", PLAY_ORDER_YES},
    {"si", PLAY_ORDER_YES},
    {"sí", PLAY_ORDER_YES},
    {"n", PLAY_ORDER_NO},
    {"no", PLAY_ORDER_NO},
};

enum play_words_language play_words_of_locale(const char *locale)
{
    for (int i = 0; i < PLAY_WORDS_LANGUAGES; i++) {
        size_t size = strlen(NAMES[i]);
        if (strncmp(locale, NAMES[i], size) == 0 &&
            strchr("_.@", locale[size]) != NULL)
            return (enum play_words_language)i;
    }
    return PLAY_WORDS_ENGLISH;
}

const char *play_words_name(enum play_words_language language)
{
    return NAMES[language];
}

const char *play_words_text(enum play_words_language language,
                            enum play_word word)
{
    return WORDS[word][language];
}

enum play_order play_words_order(const char *word)
{
    for (size_t i = 0; i < sizeof ORDERS / sizeof ORDERS[0]; i++)
        if (strcmp(ORDERS[i].word, word) == 0)
            return ORDERS[i].order;
    return PLAY_ORDER_NONE;
}
