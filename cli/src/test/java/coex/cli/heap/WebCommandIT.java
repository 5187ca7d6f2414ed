package coex.cli.heap;

import static org.assertj.core.api.Assertions.assertThat;

import coex.cli.ExitCode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The page of a heap, as `coex heap web` and `coex run --web` serve it. What is in it is tested in
/// `web`.
@Timeout(600)
@DisabledOnOs(OS.WINDOWS)
class WebCommandIT {
    private static final Path LAUNCHER = Path.of("..", "coex").toAbsolutePath().normalize();

    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir private Path folder;

    private static Process coex(String... arguments) throws Exception {
        var builder =
                new ProcessBuilder(
                        Stream.concat(Stream.of(LAUNCHER.toString()), Stream.of(arguments))
                                .toList());
        builder.environment().put("COEX_NO_BUILD", "1");
        builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
        return builder.start();
    }

    private HttpResponse<String> get(URI link) throws Exception {
        return client.send(
                HttpRequest.newBuilder(link).build(), HttpResponse.BodyHandlers.ofString());
    }

    /// The lines of the stream of events, to its end.
    private Stream<String> events(URI link) throws Exception {
        return client.send(
                        HttpRequest.newBuilder(link.resolve("events")).build(),
                        HttpResponse.BodyHandlers.ofLines())
                .body();
    }

    private static void endInput(Process process) {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aHeapOfAnotherProcessIsShownUntilThatProcessEnds() throws Exception {
        try (ChildJvm child = ChildJvm.with("words")) {
            Process web = coex("heap", "web", child.pid());
            try (BufferedReader out = web.inputReader()) {
                URI link = URI.create(out.readLine());
                assertThat(link.getHost()).isEqualTo("127.0.0.1");
                assertThat(get(link).body()).contains("<title>Coex heap</title>");
                List<String> heard = new ArrayList<>();
                try (Stream<String> lines = events(link)) {
                    lines.peek(
                                    line -> {
                                        heard.add(line);
                                        if (line.startsWith("data: {\"last\"")) {
                                            child.kill();
                                        }
                                    })
                            .forEach(_ -> {});
                }
                String ended = "Process %s has ended.".formatted(child.pid());
                assertThat(heard)
                        .contains("event: frame")
                        .contains("data: {\"reason\":\"" + ended + "\"}")
                        .anyMatch(line -> line.contains("\"maker of words\""));
                assertThat(web.waitFor()).isEqualTo(ExitCode.OK);
                assertThat(web.errorReader().lines()).containsExactly("coex: " + ended);
            } finally {
                web.destroy();
            }
        }
    }

    @Test
    void whatKeepsAShapeAliveIsToldByDumpToo() throws Exception {
        try (ChildJvm child = ChildJvm.with("words")) {
            Coex.Run run = Coex.run("heap", "dump", child.pid(), "--path-to", "Cell");
            assertThat(run.err()).isEmpty();
            assertThat(run.out())
                    .startsWith(
                            "=== WHAT KEEPS Cell ALIVE ===\n"
                                    + "Root: frame 0 of thread \"maker of words\"\n")
                    .containsPattern("  \\d+ Cell \\(\\d+ bytes\\)\n");
            assertThat(
                            Coex.run("heap", "dump", child.pid(), "--path-to", "X", "--handle", "1")
                                    .err())
                    .contains("--path-to goes neither with --handle nor with --report");
        }
    }

    @Test
    void aTakenOrImpossiblePortIsAUsersMistake() throws Exception {
        try (ChildJvm child = ChildJvm.with("words");
                ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            Process web = coex("heap", "web", child.pid(), "--port", "" + taken.getLocalPort());
            assertThat(web.waitFor()).isEqualTo(ExitCode.FAILED);
            assertThat(web.errorReader().readLine())
                    .startsWith("coex: cannot serve at port " + taken.getLocalPort());
            Process wrong = coex("heap", "web", child.pid(), "--port", "70000");
            assertThat(wrong.waitFor()).isEqualTo(ExitCode.USAGE);
        }
    }

    @Test
    void aRunShowsItsHeapWhenItIsAskedTo() throws Exception {
        Path program =
                Files.writeString(
                        folder.resolve("program.coex"),
                        """
                        func main(stdin: posix)
                            print(stdin.read_all().unwrap().len())
                        ~
                        """);
        Process run = coex("run", "--web", program.toString());
        try (BufferedReader err = run.errorReader()) {
            String said = err.readLine();
            assertThat(said).startsWith("coex: the heap is shown at http://127.0.0.1:");
            URI link = URI.create(said.substring(said.indexOf("http")));
            assertThat(get(link).statusCode()).isEqualTo(200);
            List<String> heard = new ArrayList<>();
            try (Stream<String> lines = events(link)) {
                lines.forEach(
                        line -> {
                            heard.add(line);
                            if (line.equals("event: frame")) {
                                endInput(run);
                            }
                        });
            }
            assertThat(heard).contains("data: {\"reason\":\"The program has ended.\"}");
            assertThat(run.waitFor()).isZero();
            assertThat(run.inputReader().readLine()).isEqualTo("0");
        } finally {
            run.destroy();
        }
    }
}
