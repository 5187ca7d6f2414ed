package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// `coex play`, asked as its page asks it: problems come from the language server, and programs run
/// in a sandbox, in processes that end with the page.
@Timeout(600)
@DisabledOnOs(OS.WINDOWS)
class PlayIT {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir private static Path folder;
    private static Process play;
    private static URI link;

    /// With limits that the tests reach, and time that no busy machine reaches.
    @BeforeAll
    static void start() throws Exception {
        Files.createDirectory(folder.resolve("data"));
        Files.createDirectory(folder.resolve("other"));
        for (String file : List.of("data/file", "other/file")) {
            Files.writeString(folder.resolve(file), "content of " + file);
        }
        play =
                play(
                        "--allow-read=data",
                        "--output-max=100k",
                        "--heap-max=16m",
                        "--tasks-max=10",
                        "--time-max=1h");
        link = URI.create(play.inputReader().readLine());
    }

    private static Process play(String... options) throws Exception {
        var words = new ArrayList<String>();
        words.add(FinishedCoex.ROOT.resolve("coex").toString());
        words.add("play");
        words.add("--no-browser");
        words.addAll(List.of(options));
        var builder = new ProcessBuilder(words).directory(folder.toFile());
        builder.environment().put("COEX_NO_BUILD", "1");
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        return builder.start();
    }

    @AfterAll
    static void end() throws Exception {
        play.destroy();
        play.waitFor();
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return CLIENT.send(
                HttpRequest.newBuilder(link.resolve(path)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /// One page: its events, and what it sends.
    private static final class Page implements AutoCloseable {
        private final URI link;
        private final Stream<String> lines;
        private final Iterator<String> next;
        private final String session;

        Page() throws Exception {
            this(PlayIT.link);
        }

        Page(URI link) throws Exception {
            this.link = link;
            lines =
                    CLIENT.send(
                                    HttpRequest.newBuilder(link.resolve("events")).build(),
                                    HttpResponse.BodyHandlers.ofLines())
                            .body();
            next = lines.iterator();
            session = await("session", _ -> true).replace("\"", "");
        }

        /// The data of the next event of a type that is as wanted.
        String await(String type, Predicate<String> wanted) {
            String found =
                    await(
                            event ->
                                    event.startsWith(type + " ")
                                            && wanted.test(event.substring(type.length() + 1)));
            return found.substring(type.length() + 1);
        }

        /// The next event, its type and a blank and its data, that is as wanted.
        private String await(Predicate<String> wanted) {
            String type = "";
            while (next.hasNext()) {
                String line = next.next();
                if (line.startsWith("event: ")) {
                    type = line.substring("event: ".length());
                } else if (line.startsWith("data: ")) {
                    String event = type + " " + line.substring("data: ".length());
                    if (wanted.test(event)) {
                        return event;
                    }
                }
            }
            throw new AssertionError("the events ended");
        }

        HttpResponse<String> post(String path, String body) throws Exception {
            return CLIENT.send(
                    HttpRequest.newBuilder(link.resolve(path + "?session=" + session))
                            .header("Origin", "http://" + link.getAuthority())
                            .POST(HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }

        void run(String program) throws Exception {
            HttpResponse<String> response = post("run", program);
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        }

        /// Runs a program to its end; what it wrote to standard error, and the status.
        void assertFails(String program, String reason) throws Exception {
            run(program);
            StringBuilder said = new StringBuilder();
            String done =
                    await(
                            event -> {
                                if (event.startsWith("err ")) {
                                    said.append(event.substring("err ".length()));
                                }
                                return event.startsWith("done ");
                            });
            assertThat(said.toString()).contains(reason).doesNotContain("Exception", "java.");
            assertThat(done).contains("\"status\":1,");
        }

        @Override
        public void close() {
            lines.close();
        }
    }

    @Test
    void thePageTheGuideAndTheExamplesAreServed() throws Exception {
        assertThat(get("").body()).contains("<title>Coex: play</title>");
        assertThat(get("play.js").statusCode()).isEqualTo(200);
        assertThat(get("doc/guide/index.html").body()).contains("<main>");
        assertThat(get("doc/../../secret.html").statusCode()).isEqualTo(404);
        assertThat(get("examples").body()).contains("\"tour.coex\"");
        assertThat(get("example?name=hello.coex").body()).contains("func main");
        assertThat(get("example?name=../../../pom.xml").statusCode()).isEqualTo(404);
    }

    @Test
    void problemsComeFromTheLanguageServer() throws Exception {
        try (Page page = new Page()) {
            page.post(
                    "lsp",
                    """
                    {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}\
                    """);
            page.await("lsp", message -> message.contains("\"id\":1"));
            page.post(
                    "lsp",
                    """
                    {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":\
                    {"uri":"untitled:a","languageId":"coex","version":1,\
                    "text":"func main()\\n    print(missing)\\n~\\n"}}}\
                    """);
            assertThat(page.await("lsp", message -> message.contains("publishDiagnostics")))
                    .contains("missing");
        }
    }

    @Test
    void aProgramRunsAndItsOutputAndStatusAreTold() throws Exception {
        try (Page page = new Page()) {
            page.run("func main() -> int\n    print(\"six times seven\")\n    return 42\n~\n");
            assertThat(page.await("out", _ -> true)).isEqualTo("\"six times seven\\n\"");
            assertThat(page.await("done", _ -> true)).contains("\"status\":42");
            page.run("func main()\n    print(\"again\")\n~\n"); // the first has ended
            assertThat(page.await("out", _ -> true)).isEqualTo("\"again\\n\"");
        }
    }

    @Test
    void aProgramThatReachesForFilesIsRefused() throws Exception {
        try (Page page = new Page()) {
            page.run(
                    """
                    func main()
                        file = posix.open("/etc/passwd", "r").unwrap()
                        print(file.read_all().unwrap())
                    ~
                    """);
            page.await("err", text -> text.contains("not allowed"));
            assertThat(page.await("done", _ -> true)).contains("\"status\":1");
        }
    }

    @Test
    void relativeFoldersAreThoseOfWhoStartedThePage() throws Exception {
        String read =
                """
                func main()
                    print(posix.open("%s/file", "r").unwrap().read_all().unwrap())
                ~
                """;
        try (Page page = new Page()) {
            page.run(read.formatted("data"));
            page.await("out", text -> text.contains("content of data/file"));
            page.await("done", _ -> true);
            page.assertFails(read.formatted("other"), "reading a file is not allowed");
        }
    }

    @Test
    void whatAProgramSaysOfALinkIsOnlyShown() throws Exception {
        try (Page page = new Page();
                ServerSocket elsewhere =
                        new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String program =
                    """
                    func main(stdin: posix, stdout: posix, stderr: posix)
                        stderr.writeln("coex: the heap is shown at http://127.0.0.1:%d/token/")
                        stderr.writeln("coex: the heap is shown at %%%%%%")
                        n: int = 0
                        while n < 2000
                            stderr.writeln("more than a pipe holds, if nobody reads")
                            n += 1
                        ~
                        stderr.writeln("the end")
                    ~
                    """
                            .formatted(elsewhere.getLocalPort());
            page.run(program);
            page.await("err", text -> text.contains("/token/"));
            page.await("err", text -> text.contains("the end"));
            page.await("done", done -> done.contains("\"status\":0,"));
            elsewhere.setSoTimeout(1);
            assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(elsewhere::accept);
        }
    }

    @Test
    void limitsThatArePassedOnAreKept() throws Exception {
        try (Page page = new Page()) {
            page.assertFails(
                    """
                    func main()
                        while true
                            print("more")
                        ~
                    ~
                    """,
                    "output limit reached: limit=102400");
            page.assertFails(
                    """
                    func main()
                        words: [string] = []
                        while true
                            words = words.append("word " + str(words.len()))
                        ~
                    ~
                    """,
                    "memory exhausted");
            page.assertFails(
                    """
                    extern getpid() -> int ~
                    func main()
                        print(getpid())
                    ~
                    """,
                    "not allowed");
        }
    }

    @Test
    void theTimeOfAProgramIsLimited() throws Exception {
        Process limited = play("--time-max=1s");
        try (Page page = new Page(URI.create(limited.inputReader().readLine()))) {
            page.assertFails("func main()\n    while true\n    ~\n~\n", "limit=1s (--time-max)");
        } finally {
            limited.destroy();
            limited.waitFor();
        }
    }

    @Test
    void aValueThatMakesNoSenseIsAnsweredAtOnce() throws Exception {
        var coex = new FinishedCoex();
        FinishedCoex.Run run = coex.coex("play", "--no-browser", "--allow-read", "no/such/folder");
        assertThat(run.err())
                .isEqualTo("coex: --allow-read: 'no/such/folder' is no folder that exists\n");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(coex.coex("play", "--no-browser", "--time-max=soon").err())
                .contains("--time-max: 'soon' is no time");
    }

    @Test
    void aProgramThatGoesOnIsShownAndCanBeStopped() throws Exception {
        try (Page page = new Page()) {
            page.run(
                    """
                    func main()
                        n: int = 0
                        words: [string] = []
                        while true
                            words = words.append("word " + n as string)
                            n += 1
                            if n % 1000 == 0
                                words = []
                            ~
                        ~
                    ~
                    """);
            assertThat(page.await("frame", _ -> true)).startsWith("{\"last\":");
            HttpResponse<String> second = page.post("run", "func main()\n~\n");
            assertThat(second.statusCode()).isEqualTo(409);
            assertThat(page.post("stop", "").statusCode()).isEqualTo(200);
            page.await("done", _ -> true);
        }
    }

    @Test
    void processesEndWithTheirPage() throws Exception {
        List<ProcessHandle> others = play.children().toList(); // the launcher may make a cache
        List<ProcessHandle> ours;
        try (Page page = new Page()) {
            page.run("func main()\n    while true\n    ~\n~\n");
            ours = play.children().filter(each -> !others.contains(each)).toList();
            assertThat(ours).hasSizeGreaterThanOrEqualTo(2); // a language server and a program
        }
        for (ProcessHandle process : ours) {
            process.onExit().join();
        }
    }

    @Test
    void aPageThatIsNotThereIsToldToLoadAgain() throws Exception {
        HttpResponse<String> response =
                CLIENT.send(
                        HttpRequest.newBuilder(link.resolve("run?session=none"))
                                .header("Origin", "http://" + link.getAuthority())
                                .POST(HttpRequest.BodyPublishers.ofString("x"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(410);
        assertThat(response.body()).contains("load it again");
    }
}
