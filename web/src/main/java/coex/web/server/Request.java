// SPDX-License-Identifier: Apache-2.0
package coex.web.server;

import com.sun.net.httpserver.HttpExchange;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// One request that the [Gate] has admitted, and the ways to answer it. Of one thread.
public final class Request {

    private final HttpExchange exchange;
    private final String path;

    Request(HttpExchange exchange, String path) {
        this.exchange = exchange;
        this.path = path;
    }

    /// The path behind the token, without a slash before it.
    public String path() {
        return path;
    }

    public boolean isPost() {
        return exchange.getRequestMethod().equals("POST");
    }

    /// A value of the query.
    ///
    /// @throws Refusal if it is not there, or is no text
    public String query(String name) throws Refusal {
        String query = exchange.getRequestURI().getRawQuery();
        for (String part : query == null ? new String[0] : query.split("&")) {
            if (part.startsWith(name + "=")) {
                try {
                    return URLDecoder.decode(
                            part.substring(name.length() + 1), StandardCharsets.UTF_8);
                } catch (IllegalArgumentException _) {
                    throw new Refusal(400, "Cannot read the value of " + name + ".");
                }
            }
        }
        throw new Refusal(400, "Missing in the address: " + name + ".");
    }

    /// What was sent, as text.
    ///
    /// @throws Refusal if it is longer than `mostBytes`
    public String body(int mostBytes) throws IOException, Refusal {
        try (InputStream in = exchange.getRequestBody()) {
            byte[] body = in.readNBytes(mostBytes + 1);
            if (body.length > mostBytes) {
                throw new Refusal(413, "That is too long: at most " + mostBytes + " bytes.");
            }
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    public void answerJson(String json) throws IOException {
        answer(200, "application/json", json.getBytes(StandardCharsets.UTF_8));
    }

    /// Answers with a file below a folder; false if there is none.
    public boolean answerFile(Path folder, String name) throws IOException {
        Path file = folder.resolve(name).normalize();
        String type = PageServer.typeOf(name);
        if (!file.startsWith(folder) || type == null || !Files.isRegularFile(file)) {
            return false;
        }
        answer(200, type, Files.readAllBytes(file));
        return true;
    }

    void answer(int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        boolean empty = exchange.getRequestMethod().equals("HEAD") || body.length == 0;
        exchange.sendResponseHeaders(status, empty ? -1 : body.length);
        if (!empty) {
            exchange.getResponseBody().write(body);
        }
    }

    /// Answers with events until the queue ends or the reader goes.
    public void answerEvents(EventQueue queue) throws IOException, InterruptedException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            queue.writeTo(out);
        }
    }
}
