package coex.lsp.server;

import static org.assertj.core.api.Assertions.assertThat;

import coex.language.source.SourceFile;
import coex.lsp.text.Positions;

import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Clients and texts that are not as one would wish.
class RobustnessTest {

    @TempDir private Path folder;

    private static void send(Session session, String bytes) throws Exception {
        session.toServer().write(bytes.getBytes(StandardCharsets.UTF_8));
        session.toServer().flush();
    }

    // Clients

    @Test
    void aClientThatEndsAsItShouldIsLeftWithStatusZero() throws Exception {
        try (Session session = Session.in()) {
            Session.get(session.server().shutdown());
            session.server().exit();
            assertThat(session.status()).isZero();
        }
    }

    @Test
    void theServerEndsWhenTheClientIsGone() throws Exception {
        Session session = Session.in();
        session.open("untitled:one", "func main() ~\n");
        session.close();
        assertThat(session.status()).isEqualTo(1);
    }

    @Test
    void messagesThatAreNoJsonCostOnlyThemselves() throws Exception {
        try (Session session = Session.in()) {
            for (String odd :
                    List.of(
                            "{\"no json",
                            "[]",
                            "{\"jsonrpc\":\"2.0\",\"method\":\"odd\"}",
                            "{\"jsonrpc\":\"2.0\",\"id\":77,\"method\":\"textDocument/hover\"}",
                            "")) {
                send(session, "Content-Length: " + odd.length() + "\r\n\r\n" + odd);
            }
            session.open("untitled:one", "func main() -> int\n    return x\n~\n");
            assertThat(session.codes("untitled:one")).containsExactly("N001");
        }
    }

    @Test
    void garbageWithoutEndIsNotWaitedFor() throws Exception {
        Session session = Session.in();
        send(session, "x".repeat(20_000));
        assertThat(session.status()).isEqualTo(1);
    }

    @Test
    void aMessageLargerThanMemoryIsNotWaitedFor() throws Exception {
        Session session = Session.in();
        send(session, "Content-Length: 2000000000\r\n\r\n{");
        assertThat(session.status()).isEqualTo(1);
    }

    @Test
    void questionsAboutTextsThatAreNotOpenHaveEmptyAnswers() throws Exception {
        try (Session session = Session.in()) {
            String uri = folder.resolve("never.coex").toUri().toString();
            var parameters = new HoverParams(new TextDocumentIdentifier(uri), new Position(3, 4));
            assertThat(Session.get(session.texts().hover(parameters))).isNull();
            assertThat(session.complete(uri, new Position(0, 0))).isEmpty();
            session.change("untitled:unknown", "func main() ~\n");
            assertThat(session.logged()).isEmpty();
        }
    }

    // Texts

    @Test
    void unsavedTextsAndFilesOutsideOfFoldersHaveProblemsToo() throws Exception {
        Path inside = Files.createDirectory(folder.resolve("inside"));
        try (Session session = Session.in(inside)) {
            String outside = folder.resolve("other place/ö.coex").toUri().toString();
            for (String uri : List.of("untitled:Untitled-1", outside, "zip:/a b?c", "odd")) {
                session.open(uri, "func main() -> int\n    return x\n~\n");
                assertThat(session.codes(uri)).as(uri).containsExactly("N001");
            }
        }
    }

    @Test
    void positionsCountUtf16Units() throws Exception {
        String uri = "untitled:one";
        try (Session session = Session.in()) {
            session.open(uri, "func main()\n    s = \"😀é\" + ghost\n    print(s)\n~\n");
            Range range = session.problems(uri).getFirst().getRange();
            assertThat(range).isEqualTo(new Range(new Position(1, 16), new Position(1, 21)));
            session.change(uri, range, "\"😀\"");
            assertThat(session.problems(uri)).isEmpty();
            session.change(
                    uri, new Range(new Position(1, 17), new Position(1, 19)), "\" + s2 + \"");
            assertThat(session.problems(uri))
                    .extracting(problem -> problem.getRange().getStart())
                    .containsExactly(new Position(1, 21));
        }
    }

    @Test
    void positionsOutsideOfATextAreTheNearestInside() {
        var file = new SourceFile("x", "ab\r\nc\rd");
        assertThat(Positions.offset(file, new Position(0, 99))).isEqualTo(2);
        assertThat(Positions.offset(file, new Position(9, 0))).isEqualTo(7);
        assertThat(Positions.offset(file, new Position(-1, -1))).isZero();
        assertThat(Positions.offset(file, new Position(2, 1))).isEqualTo(7);
    }

    /// As many lines as an editor shows of a large file.
    static String program(int lines) {
        return IntStream.range(0, lines / 10)
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

    @Test
    void aFileOfFiveThousandLinesIsAFileLikeOthers() throws Exception {
        String uri = "untitled:large";
        try (Session session = Session.in()) {
            session.open(uri, program(5_000));
            assertThat(session.problems(uri)).isEmpty();
            var place = new Range(new Position(4_991, 12), new Position(4_991, 13));
            session.change(uri, place, "ghost");
            assertThat(session.codes(uri)).containsExactly("N001");
            session.change(uri, new Range(place.getStart(), new Position(4_991, 17)), "n");
            assertThat(session.problems(uri)).isEmpty();
        }
    }

    /// Nothing of a package is built or run: its C code is not even C.
    @Test
    void foreignPartsOfPackagesAreNotCompiled() throws Exception {
        Path archive = folder.resolve("odd.cxz");
        try (var zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            entry(
                    zip,
                    "manifest.toml",
                    """
                    [library]
                    name = "odd"
                    version = "1.0.0"
                    source = ["odd.coex"]

                    [ffi.core]
                    source = ["core.c"]

                    [[ffi.core.symbols]]
                    name = "core_add"
                    params = ["int", "int"]
                    returns = "int"
                    """);
            entry(zip, "src/odd.coex", "func twice(n: int) -> int\n    return n * 2\n~\n");
            entry(zip, "ffi/src/core.c", "this is not C\n");
        }
        String uri = folder.resolve("main.coex").toUri().toString();
        try (Session session = Session.in(folder)) {
            session.open(
                    uri,
                    "import \"odd.cxz\"\n"
                            + "func main() -> int\n"
                            + "    return twice(core_add(1, 2))\n"
                            + "~\n");
            assertThat(session.problems(uri)).isEmpty();
            assertThat(session.complete(uri, new Position(2, 11)))
                    .extracting(item -> item.getLabel())
                    .contains("twice");
        }
    }

    private static void entry(ZipOutputStream zip, String name, String text) throws Exception {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(text.getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
    }
}
