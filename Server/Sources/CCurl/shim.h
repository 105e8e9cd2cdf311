#pragma once

// Options are set by functions with any argument, which Swift does not see. Each of these has the type that its options take.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

static inline CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode ccurl_set_flag(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode ccurl_set_size(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(easy, option, value);
}
// What a callback receives as its last argument, or a buffer.
static inline CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}
// Callbacks for headers, for the body that comes and for the body that goes.
static inline CURLcode ccurl_set_transfer(
    CURL *easy, CURLoption option, size_t (*callback)(char *bytes, size_t size, size_t count, void *context)) {
    return curl_easy_setopt(easy, option, callback);
}
static inline CURLcode ccurl_set_seek(CURL *easy, int (*callback)(void *context, curl_off_t offset, int origin)) {
    return curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, callback);
}
static inline long ccurl_status(CURL *easy) {
    long status = 0;
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    return status;
}
// Why the system refused a connection; 0 if it did not.
static inline long ccurl_system_error(CURL *easy) {
    long error = 0;
    curl_easy_getinfo(easy, CURLINFO_OS_ERRNO, &error);
    return error;
}
// The next transfer that ended, and how; NULL if there is none.
static inline CURL *ccurl_next_end(CURLM *multi, CURLcode *result) {
    int left = 0;
    const CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left))) {
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    }
    return NULL;
}
