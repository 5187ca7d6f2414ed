package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
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

    private static Process play;
    private static URI link;

    @BeforeAll
    static void start() throws Exception {
        var builder =
                new ProcessBuilder(
                        FinishedCoex.ROOT.resolve("coex").toString(),
                        "play",
                        "--no-browser",
                        "--output-max=100k");
        builder.environment().put("COEX_NO_BUILD", "1");
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        play = builder.start();
        link = URI.create(play.inputReader().readLine());
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
        private final Stream<String> lines;
        private final Iterator<String> next;
        private final String session;

        Page() throws Exception {
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
            String seen = "";
            while (next.hasNext()) {
                String line = next.next();
                if (line.startsWith("event: ")) {
                    seen = line.substring("event: ".length());
                } else if (line.startsWith("data: ") && seen.equals(type)) {
                    String data = line.substring("data: ".length());
                    if (wanted.test(data)) {
                        return data;
                    }
                }
            }
            throw new AssertionError("the events ended before: " + type);
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
        List<ProcessHandle> ours;
        try (Page page = new Page()) {
            page.run("func main()\n    while true\n    ~\n~\n");
            ours = play.descendants().toList();
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
