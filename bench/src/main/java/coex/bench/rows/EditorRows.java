package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.report.Goal;
import coex.bench.report.Measured;
import coex.bench.report.Row;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// From a change of a large file in an editor to its problems: the finished language server, spoken
/// to over its pipes, as warm as one is that has been used for a while.
///
/// Every change is one character in the last function, once wrong and once right, and the next is
/// sent when the problems of the last have come. It cannot tell how long a change takes that comes
/// while others wait, nor what imports add.
public final class EditorRows implements RowGroup {

    private static final int LINES = 5_000;
    private static final double GOAL_MILLIS = 100;

    @Override
    public String name() {
        return "editor";
    }

    @Override
    public int seconds(Effort effort) {
        return 15 + changes(effort) / 10;
    }

    private static int changes(Effort effort) {
        return switch (effort) {
            case SMOKE -> 2;
            case FULL -> 400;
            default -> 100;
        };
    }

    @Override
    public List<Row> measure(Effort effort) throws IOException, InterruptedException {
        String launcher = System.getProperty(StartUpRows.LAUNCHER_PROPERTY);
        if (launcher == null || !Files.exists(Path.of(launcher))) {
            throw new IOException("no launcher to measure: launcher=" + launcher);
        }
        Process server =
                new ProcessBuilder(launcher, "lsp")
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try {
            return List.of(row(new Client(server), changes(effort)));
        } finally {
            server.destroy();
        }
    }

    private static Row row(Client client, int changes) throws IOException {
        client.open(program());
        for (int i = 0; i < 2 * changes; i++) {
            client.millisToProblems(i);
        }
        double[] samples = new double[changes];
        for (int i = 0; i < changes; i++) {
            samples[i] = client.millisToProblems(i);
        }
        return new Row(
                "editor/change-to-problems",
                Measured.medianOf(samples),
                Measured.NONE,
                "",
                "ms",
                Goal.atMost(GOAL_MILLIS),
                "%,d lines, %d changes after as many twice; median".formatted(LINES, changes));
    }

    private static String program() {
        return IntStream.range(0, LINES / 10)
                .mapToObj(
                        i ->
                                """
                                func f%d(n: int, xs: [int]) -> int
                                    total = n
                                    for x in xs
                                        total += x * %d
                                    ~
                                    if total > 10
                                        return total - 1
                                    ~
                                    return total
                                ~
                                """
                                        .formatted(i, i))
                .collect(Collectors.joining());
    }

    /// The little of the protocol that is needed.
    private static final class Client {
        private static final String URI = "untitled:large.coex";

        private final InputStream in;
        private final OutputStream out;
        private int version = 1;

        Client(Process server) throws IOException {
            in = new BufferedInputStream(server.getInputStream());
            out = server.getOutputStream();
            send("\"id\":1,\"method\":\"initialize\",\"params\":{\"capabilities\":{}}");
        }

        void open(String text) throws IOException {
            String escaped = text.replace("\n", "\\n");
            send(
                    """
                    "method":"textDocument/didOpen","params":{"textDocument":{"uri":"%s",\
                    "languageId":"coex","version":1,"text":"%s"}}\
                    """
                            .formatted(URI, escaped));
            awaitProblems();
        }

        /// In the line `total = n` of the last function: another name there, and back.
        double millisToProblems(int change) throws IOException {
            version++;
            int line = LINES - 9;
            long start = System.nanoTime();
            send(
                    """
                    "method":"textDocument/didChange","params":{"textDocument":{"uri":"%s",\
                    "version":%d},"contentChanges":[{"range":{"start":{"line":%d,"character":12},\
                    "end":{"line":%d,"character":13}},"text":"%s"}]}\
                    """
                            .formatted(URI, version, line, line, change % 2 == 0 ? "q" : "n"));
            awaitProblems();
            return (System.nanoTime() - start) / 1e6;
        }

        private void awaitProblems() throws IOException {
            String message = read();
            while (!message.contains("publishDiagnostics")
                    || !message.contains("\"version\":" + version)) {
                message = read();
            }
        }

        private void send(String members) throws IOException {
            byte[] bytes =
                    ("{\"jsonrpc\":\"2.0\"," + members + "}").getBytes(StandardCharsets.UTF_8);
            out.write(
                    ("Content-Length: " + bytes.length + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            out.write(bytes);
            out.flush();
        }

        private String read() throws IOException {
            int length = 0;
            for (String line = line(); !line.isEmpty(); line = line()) {
                if (line.startsWith("Content-Length: ")) {
                    length = Integer.parseInt(line.substring("Content-Length: ".length()));
                }
            }
            return new String(in.readNBytes(length), StandardCharsets.UTF_8);
        }

        private String line() throws IOException {
            var line = new StringBuilder();
            for (int c = in.read(); c != '\n'; c = in.read()) {
                if (c < 0) {
                    throw new EOFException("the language server has ended");
                }
                line.append(c == '\r' ? "" : String.valueOf((char) c));
            }
            return line.toString();
        }
    }
}
