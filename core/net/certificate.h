#ifndef CASTLED_CERTIFICATE_H
#define CASTLED_CERTIFICATE_H

/*
 * certificate -- the certificate that the daemon serves TLS with, and its key;
 * and what is wrong with one that somebody else shows.
 *
 * libwebsockets speaks TLS, and reads the files when it starts, once. What it
 * shows to each who comes is asked for here, so that it can become another one
 * while it runs. Not for several threads at once.
 */

#include "base/error.h"

#include <stdint.h>

struct certificate;

/* Reads both files, PEM: the chain of certificates, and the key that belongs to
 * the first one. STATUS_IO or STATUS_BAD_INPUT, with the file and the reason.
 * *out is the caller's, to be freed with certificate_free. */
enum status certificate_read(struct certificate **out, const char *chain,
                             const char *key, struct error *error) MUST_CHECK;

/* Frees it; NULL is fine. Who was let in with it stays. */
void certificate_free(struct certificate *certificate);

/* The day until which it is good, "2026-05-01"; "" when it does not say. */
void certificate_day(const struct certificate *certificate, char day[11]);

/* Whether it is good no more. */
bool certificate_is_over(const struct certificate *certificate);

/* Has all who come by this SSL_CTX from now on served with *current, as it is
 * then. */
void certificate_serve(void *ssl_ctx, struct certificate *const *current);

/* What is wrong with a certificate that did not pass, by the X509_STORE_CTX in
 * which it was checked: a clause. */
const char *certificate_fault(void *store_ctx);

#endif
