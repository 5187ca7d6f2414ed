package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import coex.cli.FinishedCoex.Run;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
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

        /// No test takes so long; one that waits so long for a word has failed.
        private static final long FOREVER_MINUTES = 5;

        private final Process process;
        private final InputStream out;

        Session(Process process) {
            this.process = process;
            this.out = process.getInputStream();
            CompletableFuture.delayedExecutor(FOREVER_MINUTES, TimeUnit.MINUTES)
                    .execute(process::destroyForcibly);
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

    private static Session started() throws IOException {
        var builder = new ProcessBuilder(FinishedCoex.ROOT.resolve("coex").toString(), "lsp");
        builder.environment().put("COEX_NO_BUILD", "1");
        return new Session(builder.start());
    }

    @Test
    void problemsComeAndGoAsOneTypes() throws Exception {
        try (var session = started()) {
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

    /// What the server asks of an editor that watches files when it is asked to.
    private static final Pattern WATCH =
            Pattern.compile(
                    "\"id\":(\"?\\w+\"?),\"method\":\"client/registerCapability\".*coex\\.toml");

    @TempDir private Path folder;

    private enum Event {
        CREATED,
        CHANGED,
        DELETED
    }

    private void save(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void tell(Session session, String name, Event event) throws IOException {
        session.say(
                """
                {"jsonrpc":"2.0","method":"workspace/didChangeWatchedFiles","params":{"changes":\
                [{"uri":"%s","type":%d}]}}\
                """
                        .formatted(folder.resolve(name).toUri(), event.ordinal() + 1));
    }

    /// The files are those of a project, and the editor says when they are saved, come and go.
    @Test
    void anOpenFileFollowsWhatHappensToItsProject() throws Exception {
        String needing =
                "name = \"app\"\nentry = \"main.coex\"\n[dependencies]\nshapes = \"../shapes\"\n";
        save("app/coex.toml", needing);
        save("shapes/coex.toml", "name = \"shapes\"\nentry = \"shapes.coex\"\n");
        save("shapes/shapes.coex", "formula area(n: int) -> int return n * n ~\n");
        try (var session = started()) {
            session.say(
                    """
                    {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":\
                    {"workspace":{"didChangeWatchedFiles":{"dynamicRegistration":true}}},\
                    "workspaceFolders":[{"uri":"%s","name":"app"}]}}\
                    """
                            .formatted(folder.resolve("app").toUri()));
            session.say("{\"jsonrpc\":\"2.0\",\"method\":\"initialized\",\"params\":{}}");
            Matcher asked = WATCH.matcher(session.await(WATCH));
            assertThat(asked.find()).isTrue();
            session.say(
                    "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":null}".formatted(asked.group(1)));
            session.say(
                    """
                    {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":\
                    {"uri":"%s","languageId":"coex","version":1,\
                    "text":"import shapes\\nimport helper\\nfunc main() -> int\\n\
                        return helper.twice(shapes.area(1))\\n~\\n"}}}\
                    """
                            .formatted(folder.resolve("app/main.coex").toUri()));
            session.await(Pattern.compile("Module not found: helper"));
            save("app/helper.coex", "formula twice(n: int) -> int return n + n ~\n");
            tell(session, "app/helper.coex", Event.CREATED);
            session.await(NOTHING_WRONG);
            save("app/coex.toml", "name = \"app\"\nentry = \"main.coex\"\n");
            tell(session, "app/coex.toml", Event.CHANGED);
            session.await(Pattern.compile("Module not found: shapes"));
            save("app/coex.toml", "name = \"app\"\nentry = 1\n");
            tell(session, "app/coex.toml", Event.CHANGED);
            session.await(Pattern.compile("coex\\.toml:2:9: "));
            save("app/coex.toml", needing);
            tell(session, "app/coex.toml", Event.CHANGED);
            session.await(NOTHING_WRONG);
            Files.delete(folder.resolve("app/helper.coex"));
            tell(session, "app/helper.coex", Event.DELETED);
            session.await(Pattern.compile("Module not found: helper"));
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
