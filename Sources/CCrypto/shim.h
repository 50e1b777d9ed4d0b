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
