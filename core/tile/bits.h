#ifndef CASTLED_BITS_H
#define CASTLED_BITS_H

/*
 * bits -- sets of small numbers, in words of 64 bits.
 *
 * What struct spaces and struct pieces are made of. Plain C: the machines we
 * build for need not have a population count.
 */

#include <stdbool.h>
#include <stdint.h>

enum { BITS_WORD = 64 };

/* Whether the number is in the set. */
/* Whether the number is in the set. */
static inline bool bits_has(const uint64_t *words, int number)
{
    return words[number / BITS_WORD] >> (number % BITS_WORD) & 1;
}

/* Puts the number into the set. */
/* Puts the number in. */
static inline void bits_add(uint64_t *words, int number)
{
    words[number / BITS_WORD] |= UINT64_C(1) << (number % BITS_WORD);
}

/* Takes the number out of the set. */
/* Takes the number out. */
static inline void bits_remove(uint64_t *words, int number)
{
    words[number / BITS_WORD] &= ~(UINT64_C(1) << (number % BITS_WORD));
}

/* How many bits of the word are set. */
static inline int bits_count_word(uint64_t word)
{
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) +
           (word >> 2 & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int)(word * UINT64_C(0x0101010101010101) >> 56);
}

/* How many numbers are in the set. */
static inline int bits_count(const uint64_t *words, int word_count)
{
    int count = 0;
    for (int i = 0; i < word_count; i++)
        count += bits_count_word(words[i]);
    return count;
}

/* The smallest number in the word, which is not 0. */
static inline int bits_first(uint64_t word)
{
    return __builtin_ctzll(word);
}

/* The next number in the set from `from` on, or -1. */
static inline int bits_next(const uint64_t *words, int word_count, int from)
{
    for (int i = from / BITS_WORD; i < word_count; i++) {
        uint64_t word = words[i];
        if (i == from / BITS_WORD)
            word &= UINT64_MAX << (from % BITS_WORD);
        if (word != 0)
            return i * BITS_WORD + bits_first(word);
    }
    return -1;
}

#endif
