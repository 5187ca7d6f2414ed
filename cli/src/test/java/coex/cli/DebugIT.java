package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Programs under an editor's debugger, by `coex debug-adapter`.
@DisabledOnOs(OS.WINDOWS)
@Timeout(
        value = 180,
        threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // reading a pipe cannot be interrupted
class DebugIT {

    private static final String PROGRAM =
            """
            func total(xs: [int], words: Map<string, int>) -> int
                sum = 0
                for x in xs
                    half = x / 2
                    sum += half
                ~
                return sum
            ~

            func main() -> int
                xs = [4, 6]
                words = {"a": 1}
                limit = 7
                name = "Zoë"
                j: json = {k: [1, 2]}
                n = total(xs, words)
                print(name + String.from(n + limit))
                return 3
            ~
            """;

    private static final Path COEX = FinishedCoex.ROOT.resolve("coex");

    @TempDir Path folder;

    private Path program() throws IOException {
        return Files.writeString(folder.resolve("sums.coex"), PROGRAM);
    }

    private static Process start(List<String> command) throws IOException {
        return builder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    private static ProcessBuilder builder(List<String> command) {
        var builder = new ProcessBuilder(command);
        builder.environment().put("COEX_NO_BUILD", "1");
        builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
        return builder;
    }

    /// The editor's side of the protocol.
    private static final class Editor implements AutoCloseable {
        private static final Pattern LENGTH = Pattern.compile("Content-Length: (\\d+)");

        private final Process adapter;
        private final OutputStream out;
        private final InputStream in;
        private final List<String> unread = new ArrayList<>();
        private int last;

        Editor() throws IOException {
            adapter = start(List.of(COEX.toString(), "debug-adapter"));
            out = adapter.getOutputStream();
            in = adapter.getInputStream();
        }

        private int send(String command, String arguments) throws IOException {
            String json =
                    "{\"type\":\"request\",\"seq\":%d,\"command\":\"%s\",\"arguments\":%s}"
                            .formatted(++last, command, arguments);
            byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
            out.write(
                    ("Content-Length: " + bytes.length + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            out.write(bytes);
            out.flush();
            return last;
        }

        /// Sends a request and returns the answer to it.
        String ask(String command, String arguments) throws IOException {
            return answer(send(command, arguments));
        }

        String answer(int request) throws IOException {
            return await("\"request_seq\":" + request + "\\b");
        }

        /// The first message with something in it that has not been read yet.
        String await(String regex) throws IOException {
            var pattern = Pattern.compile(regex);
            for (String message : unread) {
                if (pattern.matcher(message).find()) {
                    unread.remove(message);
                    return message;
                }
            }
            while (true) {
                String message = read();
                if (pattern.matcher(message).find()) {
                    return message;
                }
                unread.add(message);
            }
        }

        private String read() throws IOException {
            var header = new StringBuilder();
            while (!header.toString().endsWith("\r\n\r\n")) {
                int next = in.read();
                assertThat(next).as("the adapter has ended; unread: %s", unread).isNotNegative();
                header.append((char) next);
            }
            Matcher length = LENGTH.matcher(header);
            assertThat(length.find()).isTrue();
            var text =
                    new String(
                            in.readNBytes(Integer.parseInt(length.group(1))),
                            StandardCharsets.UTF_8);
            return text.replace("\\u003c", "<").replace("\\u003e", ">").replace("\\u0027", "'");
        }

        /// What the innermost call is, after the program has stopped for a reason.
        Stop stopped(String reason) throws IOException {
            String event = await("\"event\":\"stopped\"");
            assertThat(event).contains("\"reason\":\"" + reason + "\"");
            String thread = number(event, "threadId");
            String stack = ask("stackTrace", "{\"threadId\":" + thread + "}");
            return new Stop(thread, stack, number(stack, "id"));
        }

        String variables(Stop stop) throws IOException {
            String scopes = ask("scopes", "{\"frameId\":" + stop.frame() + "}");
            return ask(
                    "variables",
                    "{\"variablesReference\":" + number(scopes, "variablesReference") + "}");
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }

    private record Stop(String thread, String stack, String frame) {
        String arguments() {
            return "{\"threadId\":" + thread + "}";
        }
    }

    private static String number(String json, String name) {
        Matcher found = Pattern.compile("\"" + name + "\":(\\d+)").matcher(json);
        assertThat(found.find()).as("%s in %s", name, json).isTrue();
        return found.group(1);
    }

    private static String variable(String name, String value, String type) {
        return "\"name\":\"%s\",\"value\":\"%s\",\"type\":\"%s\"".formatted(name, value, type);
    }

    @Test
    void anEditorStopsAProgramStepsAndSeesItsVariables() throws Exception {
        Path program = program();
        try (var editor = new Editor()) {
            editor.ask("initialize", "{\"adapterID\":\"coex\"}");
            int launch = editor.send("launch", "{\"program\":\"" + program + "\"}");
            editor.await("\"event\":\"initialized\"");
            assertThat(editor.answer(launch)).contains("\"success\":true");
            editor.ask(
                    "setBreakpoints",
                    "{\"source\":{\"path\":\"%s\"},\"breakpoints\":[{\"line\":5},{\"line\":17}]}"
                            .formatted(program));
            editor.ask("configurationDone", "{}");

            Stop inLoop = editor.stopped("breakpoint");
            assertThat(inLoop.stack())
                    .contains(
                            "\"name\":\"total\"", "\"line\":5", "\"name\":\"main\"", "\"line\":16")
                    .contains(program.toString());
            assertThat(editor.variables(inLoop))
                    .contains(variable("xs", "[4, 6]", "List<int>"))
                    .contains(variable("sum", "0", "int"))
                    .contains(variable("half", "2", "int"));

            editor.ask("next", inLoop.arguments());
            Stop next = editor.stopped("step");
            assertThat(next.stack()).contains("\"line\":3");
            assertThat(editor.variables(next)).contains(variable("sum", "2", "int"));

            editor.ask("stepOut", next.arguments());
            // the breakpoint in the loop comes first
            Stop again = editor.stopped("breakpoint");
            assertThat(editor.variables(again)).contains(variable("half", "3", "int"));
            editor.ask("continue", again.arguments());

            Stop inMain = editor.stopped("breakpoint");
            assertThat(editor.variables(inMain))
                    .contains(variable("limit", "7", "int"))
                    .contains(variable("name", "\\\"Zoë\\\"", "string"))
                    .contains("\"name\":\"words\",\"value\":\"{\\\"a\\\": 1}\"")
                    .contains("\"name\":\"j\",\"value\":\"{\\\"k\\\":[1,2]}\"")
                    .contains(variable("n", "5", "int"))
                    .doesNotContain("\"half\"");
            editor.ask("continue", inMain.arguments());

            assertThat(editor.await("\"event\":\"output\"")).contains("Zoë12");
            assertThat(editor.await("\"event\":\"exited\"")).contains("\"exitCode\":3");
            editor.await("\"event\":\"terminated\"");
            editor.ask("disconnect", "{}");
        }
    }

    /// By its folder, and by the file it begins with.
    @Test
    void aProjectIsDebuggedWithItsDependencies() throws Exception {
        Path app = Files.createDirectories(folder.toRealPath().resolve("app"));
        Path shapes = Files.createDirectories(folder.toRealPath().resolve("shapes"));
        Files.writeString(
                app.resolve("coex.toml"),
                """
                name = "app"
                entry = "main.coex"
                [dependencies]
                shapes = "../shapes"
                """);
        Path main =
                Files.writeString(
                        app.resolve("main.coex"),
                        """
                        import shapes
                        func main() -> int
                            return shapes.area(3)
                        ~
                        """);
        Files.writeString(
                shapes.resolve("coex.toml"), "name = \"shapes\"\nentry = \"shapes.coex\"\n");
        Path module =
                Files.writeString(
                        shapes.resolve("shapes.coex"),
                        "func area(side: int) -> int\n"
                                + "    result = side * side\n"
                                + "    return result\n"
                                + "~\n");
        for (Path given : List.of(app, main)) {
            try (var editor = new Editor()) {
                editor.ask("initialize", "{\"adapterID\":\"coex\"}");
                int launch = editor.send("launch", "{\"program\":\"" + given + "\"}");
                assertThat(editor.answer(launch)).contains("\"success\":true");
                editor.ask(
                        "setBreakpoints",
                        "{\"source\":{\"path\":\"%s\"},\"breakpoints\":[{\"line\":3}]}"
                                .formatted(module));
                editor.ask("configurationDone", "{}");
                Stop stop = editor.stopped("breakpoint");
                assertThat(stop.stack()).contains(module.toString(), main.toString());
                assertThat(editor.variables(stop)).contains(variable("result", "9", "int"));
                editor.ask("continue", stop.arguments());
                assertThat(editor.await("\"event\":\"exited\"")).contains("\"exitCode\":9");
                editor.ask("disconnect", "{}");
            }
        }
    }

    @Test
    void aProgramWithMistakesSaysThemToTheEditor() throws Exception {
        Path program =
                Files.writeString(
                        folder.resolve("wrong.coex"), "func main() -> int\n return x\n~\n");
        try (var editor = new Editor()) {
            editor.ask("initialize", "{\"adapterID\":\"coex\"}");
            editor.ask("launch", "{\"program\":\"" + program + "\"}");
            editor.ask("configurationDone", "{}");
            editor.await("Undeclared identifier 'x'");
            editor.await("\"event\":\"terminated\"");
        }
    }

    /// The JVM asks a debugger for no password.
    @Test
    void whoOpensAPortForDebuggersIsTold() throws Exception {
        Process waiting =
                builder(List.of(COEX.toString(), "run", "--debug-port", "0", program().toString()))
                        .start();
        try {
            assertThat(waiting.errorReader().readLine())
                    .startsWith("coex: ")
                    .contains("every user of this machine can connect", "--debug-connect");
        } finally {
            waiting.destroyForcibly().waitFor();
        }
    }

    @Test
    void aProgramThatIsNotThereIsNamed() throws Exception {
        try (var editor = new Editor()) {
            editor.ask("initialize", "{\"adapterID\":\"coex\"}");
            String answer =
                    editor.ask("launch", "{\"program\":\"" + folder.resolve("gone.coex") + "\"}");
            assertThat(answer).contains("\"success\":false", "there is no file");
        }
    }
}
