#include "net/certificate.h"

#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* A context that serves nobody holds all there is, as OpenSSL reads it. */
struct certificate {
    SSL_CTX *holder; /* owned */
};

/* A key that wants a password: nobody is asked for it. */
static int no_password(char *out, int size, int is_writing, void *context)
{
    (void)out;
    (void)size;
    (void)is_writing;
    (void)context;
    return -1;
}

/* Says what the file is not, and OpenSSL's reason, which nobody else may find
 * there. */
static enum status refuse(struct error *error, const char *path,
                          const char *what)
{
    const char *reason = ERR_reason_error_string(ERR_peek_error());
    error_set(error, STATUS_BAD_INPUT, "cannot serve TLS: %s is %s (%s)", path,
              what, reason == NULL ? "OpenSSL does not say why" : reason);
    ERR_clear_error();
    return error->status;
}

/* A key of another kind than the certificate. OpenSSL says then that there is
 * no certificate, meaning one of the key's kind. */
static enum status refuse_kind(struct error *error, const char *path)
{
    ERR_clear_error();
    return error_set(error, STATUS_BAD_INPUT,
                     "cannot serve TLS: %s is not the key of the certificate",
                     path);
}

static enum status check_readable(const char *path, struct error *error)
{
    if (access(path, R_OK) == 0)
        return STATUS_OK;
    return error_set(error, STATUS_IO, "cannot read %s: %s", path,
                     strerror(errno));
}

enum status certificate_read(struct certificate **out, const char *chain,
                             const char *key, struct error *error)
{
    *out = NULL;
    if (check_readable(chain, error) != STATUS_OK ||
        check_readable(key, error) != STATUS_OK)
        return error->status;
    struct certificate *certificate = calloc(1, sizeof *certificate);
    if (certificate != NULL)
        certificate->holder = SSL_CTX_new(TLS_server_method());
    if (certificate == NULL || certificate->holder == NULL) {
        ERR_clear_error();
        free(certificate);
        return error_set(error, STATUS_NO_MEMORY, "no memory for TLS");
    }
    SSL_CTX_set_default_passwd_cb(certificate->holder, no_password);
    enum status status = STATUS_OK;
    if (SSL_CTX_use_certificate_chain_file(certificate->holder, chain) != 1)
        status = refuse(error, chain, "no chain of certificates in PEM");
    else if (SSL_CTX_use_PrivateKey_file(certificate->holder, key,
                                         SSL_FILETYPE_PEM) != 1)
        status = refuse(error, key,
                        "no key in PEM without a password, or not that of the "
                        "certificate");
    else if (SSL_CTX_check_private_key(certificate->holder) != 1)
        status = refuse_kind(error, key);
    if (status != STATUS_OK) {
        certificate_free(certificate);
        return status;
    }
    *out = certificate;
    return STATUS_OK;
}

void certificate_free(struct certificate *certificate)
{
    if (certificate == NULL)
        return;
    SSL_CTX_free(certificate->holder);
    free(certificate);
}

void certificate_day(const struct certificate *certificate, char day[11])
{
    struct tm parts;
    const X509 *first = SSL_CTX_get0_certificate(certificate->holder);
    day[0] = '\0';
    if (first != NULL &&
        ASN1_TIME_to_tm(X509_get0_notAfter(first), &parts) == 1)
        strftime(day, 11, "%Y-%m-%d", &parts);
}

bool certificate_is_over(const struct certificate *certificate)
{
    const X509 *first = SSL_CTX_get0_certificate(certificate->holder);
    return first != NULL &&
           X509_cmp_current_time(X509_get0_notAfter(first)) < 0;
}

/* Somebody comes. Whatever kind of key the one before had, nothing of it is
 * left. */
static int choose(SSL *ssl, void *context)
{
    struct certificate *const *current = context;
    SSL_CTX *holder = (*current)->holder;
    STACK_OF(X509) *chain = NULL;
    SSL_CTX_get0_chain_certs(holder, &chain);
    SSL_certs_clear(ssl);
    int result =
        SSL_use_cert_and_key(ssl, SSL_CTX_get0_certificate(holder),
                             SSL_CTX_get0_privatekey(holder), chain, 1);
    ERR_clear_error();
    return result;
}

void certificate_serve(void *ssl_ctx, struct certificate *const *current)
{
    SSL_CTX_set_cert_cb(ssl_ctx, choose, (void *)(uintptr_t)current);
}

const char *certificate_fault(void *store_ctx)
{
    int number = X509_STORE_CTX_get_error(store_ctx);
    switch (number) {
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
        return "its certificate is for another name than this one";
    case X509_V_ERR_CERT_HAS_EXPIRED:
        return "its certificate has expired";
    case X509_V_ERR_CERT_NOT_YET_VALID:
        return "its certificate is not valid yet, by the clock of this machine";
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
        return "its certificate is not trusted here (--ca FILE names one that "
               "is)";
    default:
        return X509_verify_cert_error_string(number);
    }
}
