// SPDX-License-Identifier: Apache-2.0
package coex.web.server;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Set;

/// Who may talk to a server on this machine: whoever has the link.
///
/// Any program of any user of the machine can connect to a loopback port, and so can every web page
/// that a browser on it shows. Therefore (i) the first part of each path is a random token, which
/// only the link has; (ii) `Host` must name the loopback address, so that a foreign name which
/// resolves to it leads nowhere; (iii) `Origin`, if there is one, must be this server, and a
/// request that changes something must have it. Immutable.
final class Gate {

    private static final int TOKEN_BYTES = 24;
    private static final Set<String> READING = Set.of("GET", "HEAD");

    private final String token;
    private final List<String> hosts;

    private Gate(String token, int port) {
        this.token = token;
        this.hosts = List.of("127.0.0.1:" + port, "localhost:" + port);
    }

    static Gate withNewToken(int port) {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        return new Gate(Base64.getUrlEncoder().withoutPadding().encodeToString(random), port);
    }

    String token() {
        return token;
    }

    /// The path behind the token, without a slash before it.
    ///
    /// @throws Refusal if the request may not come in
    String admit(HttpExchange exchange) throws Refusal {
        Headers headers = exchange.getRequestHeaders();
        requireOwnHost(headers);
        boolean reads = READING.contains(exchange.getRequestMethod());
        if (!reads && !exchange.getRequestMethod().equals("POST")) {
            throw new Refusal(405, "Only GET and POST are understood here.");
        }
        String path = pathBehindToken(exchange.getRequestURI().getPath());
        requireOwnOrigin(headers, reads);
        return path;
    }

    private void requireOwnHost(Headers headers) throws Refusal {
        List<String> given = headers.get("Host");
        if (given == null || given.size() != 1 || !hosts.contains(given.getFirst())) {
            throw new Refusal(403, "This server is reached as " + hosts.getFirst() + " only.");
        }
    }

    private String pathBehindToken(String path) throws Refusal {
        String[] parts = path == null ? new String[0] : path.split("/", 3);
        if (parts.length < 2 || !isToken(parts[1])) {
            throw new Refusal(404, "Nothing here. Use the whole link, as it was printed.");
        }
        return parts.length < 3 ? null : parts[2];
    }

    /// Takes the same time whatever was given.
    private boolean isToken(String given) {
        return MessageDigest.isEqual(
                given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    }

    private void requireOwnOrigin(Headers headers, boolean reads) throws Refusal {
        List<String> given = headers.get("Origin");
        if (given == null && reads) {
            return;
        }
        boolean own =
                given != null
                        && given.size() == 1
                        && hosts.stream().anyMatch(h -> given.getFirst().equals("http://" + h));
        if (!own) {
            throw new Refusal(403, "Only the page of this server may ask for that.");
        }
    }
}
