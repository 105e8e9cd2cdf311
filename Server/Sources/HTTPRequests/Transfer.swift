// A request in progress, and its response.

internal import CCurl
internal import Glibc

/// A request that libcurl sends. One thread uses it.
final class Transfer {
    let easy: UnsafeMutableRawPointer?
    /// How the transfer ended; `nil` while it has not.
    var end: CURLcode?

    private let request: ClientRequest
    private var response = ClientResponse()
    /// The number of bytes of the body that are sent.
    private var sentCount = 0
    private var headers: UnsafeMutablePointer<curl_slist>?
    /// libcurl writes a message here that is more specific than its codes.
    private let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    init(_ request: ClientRequest, connectTime: Duration, usesProxies: Bool) {
        self.request = request
        message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        easy = curl_easy_init()
        let context = Unmanaged.passUnretained(self).toOpaque()
        ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, message)
        // Signals belong to the whole process.
        ccurl_set_flag(easy, CURLOPT_NOSIGNAL, 1)
        ccurl_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        ccurl_set_flag(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        ccurl_set_flag(easy, CURLOPT_PATH_AS_IS, 1)
        ccurl_set_flag(easy, CURLOPT_CONNECTTIMEOUT_MS, connectTime.milliseconds)
        ccurl_set_flag(easy, CURLOPT_TIMEOUT_MS, request.time.milliseconds)
        if !usesProxies { ccurl_set_text(easy, CURLOPT_NOPROXY, "*") }
        ccurl_set_text(easy, CURLOPT_URL, request.url)
        // libcurl does not add a header that is given without a value. Without `Expect`, it sends the body at
        // once.
        for (name, value) in request.headers + [("expect", "")] {
            headers = curl_slist_append(headers, "\(name): \(value)")
        }
        ccurl_set_list(easy, CURLOPT_HTTPHEADER, headers)
        ccurl_set_pointer(easy, CURLOPT_HEADERDATA, context)
        ccurl_set_transfer(easy, CURLOPT_HEADERFUNCTION) { Transfer.at($3).receiveHeader($0, $1 * $2) }
        ccurl_set_pointer(easy, CURLOPT_WRITEDATA, context)
        ccurl_set_transfer(easy, CURLOPT_WRITEFUNCTION) { Transfer.at($3).receive($0, $1 * $2) }
        if let body = request.body {
            ccurl_set_flag(easy, CURLOPT_UPLOAD, 1)
            ccurl_set_size(easy, CURLOPT_INFILESIZE_LARGE, curl_off_t(body.count))
            ccurl_set_pointer(easy, CURLOPT_READDATA, context)
            ccurl_set_transfer(easy, CURLOPT_READFUNCTION) { Transfer.at($3).fill($0, $1 * $2) }
            ccurl_set_pointer(easy, CURLOPT_SEEKDATA, context)
            ccurl_set_seek(easy) { Transfer.at($0).seek($1, $2) }
        }
        ccurl_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(headers)
        message.deallocate()
    }

    /// The response, or why there is none.
    var result: Result<ClientResponse, ClientError> {
        if end == CURLE_OK {
            response.status = ccurl_status(easy)
            return .success(response)
        }
        let said = Self.withoutDuration(String(cString: message))
        let meaning = end.map { String(cString: curl_easy_strerror($0)) } ?? "not begun"
        let cause = Int32(truncatingIfNeeded: ccurl_system_error(easy))
        return .failure(
            ClientError(
                description: (said.isEmpty ? meaning : said)
                    + (cause == 0 ? "" : " (\(String(cString: strerror(cause))))")))
    }

    /// A message without how long it took: who logs a fault once must know it again.
    private static func withoutDuration(_ message: String) -> String {
        let words = message.split(separator: " ", omittingEmptySubsequences: false)
        let start = words.indices.dropLast(2).first { index in
            words[index] == "after" && Int(words[index + 1]) != nil
                && ["ms", "ms:"].contains(words[index + 2])
        }
        guard let start else { return message }
        let sign = words[start + 2].dropFirst("ms".count)
        return words[..<start].joined(separator: " ") + sign
            + words[(start + 3)...].map { " " + $0 }.joined()
    }

    // MARK: Callbacks

    private static func at(_ context: UnsafeMutableRawPointer?) -> Transfer {
        Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
    }

    /// Receives one line of the response's head.
    private func receiveHeader(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        let line = String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
        if line.hasPrefix("HTTP/") {
            // Informational responses (1xx) precede the final one; each head begins with this line.
            response = ClientResponse()
        } else if let colon = line.firstIndex(of: ":") {
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            response.headers.append(
                (line[..<colon].lowercased(), String(value.prefix { !$0.isNewline })))
        }
        return count
    }

    /// Receives bytes of the response's body.
    ///
    /// - Returns: `count`; another number aborts the transfer.
    private func receive(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        guard count <= request.limit - response.body.count else { return 0 }
        response.body += UnsafeRawBufferPointer(start: bytes, count: count)
        return count
    }

    /// Copies the next bytes of the request's body.
    private func fill(_ bytes: UnsafeMutablePointer<CChar>?, _ capacity: Int) -> Int {
        guard let body = request.body else { return 0 }
        let count = min(capacity, body.count - sentCount)
        UnsafeMutableRawBufferPointer(start: bytes, count: capacity)
            .copyBytes(from: body[sentCount..<sentCount + count])
        sentCount += count
        return count
    }

    /// Moves within the body when libcurl resends a request on another connection.
    private func seek(_ offset: curl_off_t, _ origin: Int32) -> Int32 {
        guard origin == SEEK_SET, (0...(request.body?.count ?? 0)).contains(Int(offset)) else {
            return CURL_SEEKFUNC_FAIL
        }
        sentCount = Int(offset)
        return CURL_SEEKFUNC_OK
    }
}

extension Duration {
    /// Whole milliseconds, at least one: for libcurl, 0 means no limit.
    fileprivate var milliseconds: Int {
        Int(max(1, components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000))
    }
}
