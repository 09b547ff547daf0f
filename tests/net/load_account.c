#include "load_account.h"

void account_game(struct account *account, const char *game, int level)
{
    if (account->file != NULL)
        fprintf(account->file, "game %s %d\n", game, level);
}

void account_choice(struct account *account, const char *game, int seq,
                    const char *choice)
{
    account->choice_count++;
    if (account->file != NULL)
        fprintf(account->file, "choice %s %d %s\n", game, seq, choice);
}

void account_head(struct account *account, const char *game, int entry,
                  const char *hash)
{
    if (account->file != NULL)
        fprintf(account->file, "head %s %d %s\n", game, entry, hash);
}

void account_over(struct account *account, const char *game, const char *reason)
{
    if (account->file != NULL)
        fprintf(account->file, "over %s %s\n", game, reason);
}

void account_wrong(struct account *account, const char *game,
                   const char *sentence)
{
    account->wrong_count++;
    fprintf(stderr, "load: game %s: %s\n", game, sentence);
    if (account->file != NULL)
        fprintf(account->file, "wrong %s %s\n", game, sentence);
}
