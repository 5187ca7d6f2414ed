package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import coex.cli.FinishedCoex.Run;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// `coex lsp` as an editor starts it. What it answers is tested in `lsp`.
@DisabledOnOs(OS.WINDOWS)
class LspIT {

    /// What an editor sends before it ends: the messages, and that it is going.
    private static String messages(String... messages) {
        return Stream.concat(
                        Stream.of(messages),
                        Stream.of(
                                "{\"jsonrpc\":\"2.0\",\"id\":\"last\",\"method\":\"shutdown\"}",
                                "{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}"))
                .map(LspIT::message)
                .collect(Collectors.joining());
    }

    private static String message(String json) {
        int length = json.getBytes(StandardCharsets.UTF_8).length;
        return "Content-Length: " + length + "\r\n\r\n" + json;
    }

    private static Run lsp(String session) throws Exception {
        return new FinishedCoex()
                .run(session, List.of(FinishedCoex.ROOT.resolve("coex").toString(), "lsp"));
    }

    private static String change(int version, int line, int from, int to, String text) {
        return """
        {"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":\
        {"uri":"untitled:a","version":%d},"contentChanges":[{"range":{"start":\
        {"line":%d,"character":%d},"end":{"line":%d,"character":%d}},"text":"%s"}]}}\
        """
                .formatted(version, line, from, line, to, text);
    }

    /// Talks to a server that has been started, and waits for what it says.
    static final class Session implements AutoCloseable {
        private final Process process;
        private final InputStream out;

        Session(Process process) {
            this.process = process;
            this.out = process.getInputStream();
        }

        void say(String message) throws IOException {
            process.getOutputStream().write(message(message).getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        }

        /// What it says from here on until it has said what matches `wanted`.
        String await(Pattern wanted) throws IOException {
            var said = new ByteArrayOutputStream();
            while (true) {
                int next = out.read();
                String text = said.toString(StandardCharsets.UTF_8);
                assertThat(next).as("it ended before %s: %s", wanted, text).isNotNegative();
                said.write(next);
                if (next == '}' && wanted.matcher(said.toString(StandardCharsets.UTF_8)).find()) {
                    return said.toString(StandardCharsets.UTF_8);
                }
            }
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    static final String INITIALIZE =
            """
            {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}\
            """;

    /// What the server tells of a text without mistakes.
    private static final Pattern NOTHING_WRONG = Pattern.compile("\"diagnostics\":\\[\\]");

    @Test
    void problemsComeAndGoAsOneTypes() throws Exception {
        var builder = new ProcessBuilder(FinishedCoex.ROOT.resolve("coex").toString(), "lsp");
        builder.environment().put("COEX_NO_BUILD", "1");
        try (var session = new Session(builder.start())) {
            session.say(INITIALIZE);
            session.say(
                    """
                    {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":\
                    {"uri":"untitled:a","languageId":"coex","version":1,\
                    "text":"func main()\\n    print(1)\\n~\\n"}}}\
                    """);
            session.await(NOTHING_WRONG);
            session.say(change(2, 1, 10, 11, "missing"));
            session.await(Pattern.compile("\"diagnostics\":\\[.*missing"));
            session.say(change(3, 1, 10, 17, "23"));
            session.await(NOTHING_WRONG);
        }
    }

    @Test
    void theServerSpeaksOnItsStandardStreams() throws Exception {
        Run run =
                lsp(
                        messages(
                                INITIALIZE,
                                """
                                {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":\
                                {"uri":"untitled:a","languageId":"coex","version":1,\
                                "text":"import math\\nfunc main() -> int\\n    return math.abs(1)\\n~\\n"}}}\
                                """,
                                """
                                {"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":\
                                {"textDocument":{"uri":"untitled:a"},"position":{"line":2,"character":17}}}\
                                """));
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .startsWith("Content-Length: ")
                .contains("\"hoverProvider\":true")
                .contains("formula abs(");
        assertThat(run.exitCode()).isZero();
    }
}
