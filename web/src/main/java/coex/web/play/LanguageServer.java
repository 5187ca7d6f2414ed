// SPDX-License-Identifier: Apache-2.0
package coex.web.play;

import coex.web.server.EventQueue;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// A language server in a process of its own, for one page. Passes messages on as they are, between
/// the page, which speaks the protocol, and the server; only what surrounds a message is made and
/// taken away here.
///
/// Messages to the server come from requests, one after the other under this object's monitor; a
/// thread of its own reads what the server says.
final class LanguageServer implements AutoCloseable {

    private static final int MOST_MESSAGE_BYTES = 16 << 20;
    private static final String LENGTH = "content-length:";

    private final Process process;
    private final OutputStream toServer;

    private LanguageServer(Process process) {
        this.process = process;
        this.toServer = process.getOutputStream();
    }

    /// Starts one; what it says goes into `events` as messages.
    static LanguageServer start(CoexCommand command, EventQueue events) throws IOException {
        LanguageServer server =
                new LanguageServer(
                        command.process("lsp")
                                .redirectError(ProcessBuilder.Redirect.DISCARD)
                                .start());
        Thread.ofVirtual().name("coex-play-lsp").start(() -> server.listen(events));
        return server;
    }

    synchronized void say(String message) throws IOException {
        byte[] content = message.getBytes(StandardCharsets.UTF_8);
        toServer.write(
                "Content-Length: %d\r\n\r\n"
                        .formatted(content.length)
                        .getBytes(StandardCharsets.US_ASCII));
        toServer.write(content);
        toServer.flush();
    }

    private void listen(EventQueue events) {
        try (InputStream in = new BufferedInputStream(process.getInputStream())) {
            for (int length = length(in); length >= 0; length = length(in)) {
                String message = new String(in.readNBytes(length), StandardCharsets.UTF_8);
                events.add("lsp", message.replace("\n", "").replace("\r", ""));
            }
        } catch (IOException _) {
            // it was ended
        }
    }

    /// The length of the next message; -1 at the end.
    private static int length(InputStream in) throws IOException {
        int length = -1;
        for (String line = line(in); line != null; line = line(in)) {
            if (line.isEmpty() && length >= 0) {
                return length;
            }
            if (line.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
                length = Integer.parseInt(line.substring(LENGTH.length()).strip());
                if (length < 0 || length > MOST_MESSAGE_BYTES) {
                    throw new IOException("message too long: bytes=" + length);
                }
            }
        }
        return -1;
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            if (next == '\n') {
                return line.toString().strip();
            }
            line.append((char) next);
        }
        return null;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
