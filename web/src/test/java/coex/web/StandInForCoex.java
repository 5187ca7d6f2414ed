package coex.web;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Takes the place of the finished command, which is built later: what the page of `coex play`
/// starts.
///
/// As a language server it finds fault with each line that contains `wrong`. As a run it shows a
/// real heap, and goes on until it is stopped if the program contains `forever`.
final class StandInForCoex {
    private StandInForCoex() {}

    static List<String> command() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                String.join(
                        System.getProperty("path.separator"),
                        Path.of("target", "test-classes").toAbsolutePath().toString(),
                        System.getProperty("jdk.module.path", ""),
                        System.getProperty("java.class.path", "")),
                StandInForCoex.class.getName());
    }

    static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("lsp")) {
            serve();
        } else {
            run(Files.readString(Path.of(arguments[arguments.length - 1])));
        }
    }

    private static void run(String program) throws Exception {
        System.out.println("lines: " + program.lines().count());
        if (!program.contains("forever")) {
            System.exit(42);
        }
        try (ShownHeap shown = new ShownHeap()) {
            String word = System.getenv("COEX_WEB_WORD");
            System.err.println(
                    (word == null ? "coex: the heap is shown at" : word) + " " + shown.link());
            Thread.sleep(Long.MAX_VALUE);
        }
    }

    private static void serve() throws IOException {
        InputStream in = new BufferedInputStream(System.in);
        for (String message = message(in); message != null; message = message(in)) {
            if (message.contains("\"initialize\"")) {
                say("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"capabilities\":{}}}");
            } else if (message.contains("textDocument/did")) {
                say(problems(message));
            }
        }
    }

    private static String problems(String message) {
        String text = message.replaceAll("(?s).*\"text\":\"((?:[^\"\\\\]|\\\\.)*)\".*", "$1");
        String[] lines = text.split("\\\\n");
        StringBuilder found = new StringBuilder();
        for (int i = 0; i < lines.length; i++) {
            if (lines[i].contains("wrong")) {
                found.append(found.isEmpty() ? "" : ",")
                        .append(
                                """
                                {"range":{"start":{"line":%d,"character":0},\
                                "end":{"line":%d,"character":1}},"severity":1,"message":"this is wrong"}\
                                """
                                        .formatted(i, i));
            }
        }
        return """
        {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics",\
        "params":{"uri":"untitled:program.coex","diagnostics":[%s]}}\
        """
                .formatted(found);
    }

    private static void say(String message) {
        byte[] content = message.getBytes(StandardCharsets.UTF_8);
        System.out.print("Content-Length: " + content.length + "\r\n\r\n");
        System.out.write(content, 0, content.length);
        System.out.flush();
    }

    private static String message(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                return null;
            }
            head.append((char) next);
        }
        int length = Integer.parseInt(head.toString().replaceAll("\\D+", ""));
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }
}
