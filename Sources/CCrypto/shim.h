#pragma once
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <openssl/param_build.h>
#include <openssl/params.h>
#include <openssl/rand.h>

/* EVP_PKEY_PUBLIC_KEY is made of other macros and casts, which Swift does not import. */
static inline int tagdesk_public_key_selection(void) { return EVP_PKEY_PUBLIC_KEY; }

/* The names must outlive the call: a Swift string given for one is gone when the constructor returns. */
static inline OSSL_PARAM tagdesk_group_parameter(char *name) {
    return OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, name, 0);
}
static inline OSSL_PARAM tagdesk_point_parameter(unsigned char *point, size_t length) {
    return OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, point, length);
}

/* Starts a CMAC context with AES-128 under a key of 16 bytes. */
static inline int tagdesk_cmac_start_aes128(EVP_MAC_CTX *context, const unsigned char *key) {
    char cipher[] = "AES-128-CBC";
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_CIPHER, cipher, 0), OSSL_PARAM_construct_end()};
    return EVP_MAC_init(context, key, 16, parameters);
}
