#ifndef CASTLED_PLAY_WORDS_H
#define CASTLED_PLAY_WORDS_H

/*
 * play_words -- what `castled play` itself has to say, in each language.
 *
 * The words of games are in their scripts; these are the prompt's. Texts have
 * the form that `wording` fills in; the fields are named where they are said.
 * Owns nothing.
 */

#include <stdbool.h>

enum play_words_language {
    PLAY_WORDS_ENGLISH,
    PLAY_WORDS_SPANISH,
    PLAY_WORDS_LANGUAGES,
};

enum play_word {
    /* The start. */
    PLAY_WORD_VARIANT,
    PLAY_WORD_VARIANTS_NONE,
    PLAY_WORD_OPTION,
    PLAY_WORD_PLAYERS,
    PLAY_WORD_SEED,
    PLAY_WORD_SEED_OPEN,
    PLAY_WORD_SAVED_ALWAYS,
    PLAY_WORD_HELP_HINT,
    PLAY_WORD_RESUMED,
    PLAY_WORD_IS_OVER,
    /* Sealing. */
    PLAY_WORD_SEAL_ASK,
    PLAY_WORD_SEAL_TOO_LONG,
    PLAY_WORD_SEAL_BOT,
    PLAY_WORD_SEAL_RANDOM,
    PLAY_WORD_SEAL_TYPED,
    PLAY_WORD_SEAL_SERVER_ONLY,
    PLAY_WORD_SEAL_LOCK,
    PLAY_WORD_SEAL_HINT,
    /* The prompt. */
    PLAY_WORD_PLACES,
    PLAY_WORD_TURNS,
    PLAY_WORD_TURN_0, /* how far a tile is turned; the next three follow */
    PLAY_WORD_TURN_1,
    PLAY_WORD_TURN_2,
    PLAY_WORD_TURN_3,
    PLAY_WORD_PLACE_PROMPT,
    PLAY_WORD_TURNS_PROMPT,
    PLAY_WORD_CHOICE_PROMPT,
    PLAY_WORD_CONFIRM_PROMPT,
    PLAY_WORD_NOT_OFFERED,
    PLAY_WORD_NOT_TURNED,
    PLAY_WORD_NOT_A_CHOICE,
    PLAY_WORD_POSSIBLE_PLACES,
    PLAY_WORD_POSSIBLE_NUMBERS,
    PLAY_WORD_CHOSEN_BY,
    PLAY_WORD_ENDS_TURN,
    PLAY_WORD_ENDS_FOR_GOOD,
    PLAY_WORD_UNDONE,
    PLAY_WORD_NO_UNDO,
    PLAY_WORD_HINT,
    PLAY_WORD_NO_SPACE,
    PLAY_WORD_LOG_EMPTY,
    PLAY_WORD_LEFT,
    PLAY_WORD_LEFT_NONE,
    PLAY_WORD_REPLACED,
    PLAY_WORD_END_HINT,
    PLAY_WORD_INPUT_ENDED,
    PLAY_WORD_RESIGN,
    PLAY_WORD_RESIGN_NOT,
    PLAY_WORD_QUIT_SAVED,
    PLAY_WORD_QUIT_UNSAVED,
    PLAY_WORD_QUIT_NOT,
    PLAY_WORD_GOODBYE,
    PLAY_WORD_GOODBYE_UNSAVED,
    PLAY_WORD_STOPPED,
    PLAY_WORD_STOPPED_UNSAVED,
    PLAY_WORD_STOPPED_LOST,
    /* Saving. */
    PLAY_WORD_SAVED,
    PLAY_WORD_SAVE_WHERE,
    PLAY_WORD_SAVE_EXISTS,
    PLAY_WORD_SAVE_FAILED,
    PLAY_WORD_SAVE_WORKS,
    PLAY_WORD_SAVE_FAILED_END,
    PLAY_WORD_EVENTS_FAILED,
    /* Rules that fail. */
    PLAY_WORD_RULES_TRIED,
    PLAY_WORD_RULES_FAILED,
    PLAY_WORD_CHOOSE_AGAIN,
    PLAY_WORD_BOT_FAILED,
    PLAY_WORD_BROKEN,
    PLAY_WORD_BROKEN_SAVED,
    PLAY_WORD_VIEW_FAILED,
    /* The end. */
    PLAY_WORD_OVER,
    PLAY_WORD_POINTS_OF,
    PLAY_WORD_POINTS_OTHER,
    PLAY_WORD_POINTS_TOGETHER,
    PLAY_WORD_NO_FINAL,
    /* What the record proves. */
    PLAY_WORD_PROOF_SEALED,
    PLAY_WORD_PROOF_SERVER_ONLY,
    PLAY_WORD_PROOF_SEED,
    PLAY_WORD_PROOF_PLAYED,
    PLAY_WORD_PROOF_NOT_CHECKED,
    PLAY_WORD_PROOF_LIMIT,
    PLAY_WORD_PROOF_WRONG,
    PLAY_WORD_PROOF_AGAIN,
    PLAY_WORD_PROOF_NO_FILE,
    /* Small ones. */
    PLAY_WORD_HUMAN,
    PLAY_WORD_YES,
    PLAY_WORD_NO,
    PLAY_WORD_HELP,
    PLAY_WORD_HELP_LETTERS,
    PLAY_WORD_COUNT,
};

/* What is typed at the prompt, but choices. */
enum play_order {
    PLAY_ORDER_NONE,
    PLAY_ORDER_HELP,
    PLAY_ORDER_BOARD,
    PLAY_ORDER_MAP,
    PLAY_ORDER_LOOK,
    PLAY_ORDER_RULES,
    PLAY_ORDER_TILES,
    PLAY_ORDER_LOG,
    PLAY_ORDER_HINT,
    PLAY_ORDER_UNDO,
    PLAY_ORDER_SAVE,
    PLAY_ORDER_RESIGN,
    PLAY_ORDER_QUIT,
    PLAY_ORDER_YES,
    PLAY_ORDER_NO,
};

/* The language that a locale asks for, as in "es_MX.UTF-8"; English when it is
 * none of ours. */
enum play_words_language play_words_of_locale(const char *locale);

/* "en", "es". */
const char *play_words_name(enum play_words_language language);

/* The text for a word. */
const char *play_words_text(enum play_words_language language,
                            enum play_word word);

/* The order that `word` stands for, in any language, in full or short. */
enum play_order play_words_order(const char *word);

#endif
