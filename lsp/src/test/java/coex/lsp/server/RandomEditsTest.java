package coex.lsp.server;

import static org.assertj.core.api.Assertions.assertThat;

import coex.language.source.SourceFile;
import coex.lsp.text.Positions;

import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/// After any edits the server answers as one that was started with the last texts, and nothing
/// makes it fail. Run with `-Dcoex.seed=N` to repeat a run, with `-Dcoex.edits=N` for a longer one.
class RandomEditsTest {

    private static final List<String> PIECES =
            List.of(
                    "",
                    "",
                    "\n",
                    "~\n",
                    "func ",
                    "(",
                    ")",
                    "[",
                    "]",
                    "{",
                    "}",
                    ".",
                    ",",
                    ":",
                    "=",
                    "\"",
                    "'",
                    "##",
                    "#",
                    "if ",
                    "match ",
                    "case ",
                    "return ",
                    "import util\n",
                    "type ",
                    "matrix ",
                    "trait ",
                    "<",
                    ">",
                    "x",
                    "print",
                    "1",
                    "é",
                    "😀",
                    "\r\n",
                    "\"\"\"",
                    "for ",
                    " in ",
                    "self",
                    "cell",
                    "const ",
                    "select ",
                    "llvm_ir ",
                    "formula(x: int) => x",
                    "util.f()",
                    ".len()",
                    " ?? ",
                    " as json");

    @TempDir private Path folder;

    private static List<String> programs() throws IOException {
        Path examples = Path.of("../examples/coex");
        var texts = new ArrayList<String>();
        try (Stream<Path> files = Files.list(examples)) {
            for (Path file : files.sorted().toList()) {
                if (file.toString().endsWith(".coex")) {
                    texts.add(Files.readString(file));
                }
            }
        }
        assertThat(texts).hasSizeGreaterThan(5);
        return texts;
    }

    @Test
    void answersAfterEditsAreThoseOfAFreshStart() throws Exception {
        long seed = Long.getLong("coex.seed", System.nanoTime());
        int edits = Integer.getInteger("coex.edits", 100);
        try {
            edit(new Random(seed), edits);
        } catch (Throwable failure) {
            throw new AssertionError("failed with -Dcoex.seed=" + seed, failure);
        }
    }

    private void edit(Random random, int edits) throws Exception {
        List<String> programs = programs();
        var texts = new LinkedHashMap<String, String>();
        try (Session session = Session.in(folder.toRealPath())) {
            open("main", programs.get(random.nextInt(programs.size())), texts, session);
            open("util", "func f() -> int\n    return 1\n~\n", texts, session);
            open("user", "import util\nfunc g() -> int\n    return util.f()\n~\n", texts, session);
            for (int i = 0; i < edits; i++) {
                List<String> uris = List.copyOf(texts.keySet());
                editOnce(uris.get(random.nextInt(uris.size())), random, texts, session);
                if (random.nextInt(4) == 0) {
                    // Questions between edits must not leave anything behind.
                    String asked = uris.get(random.nextInt(uris.size()));
                    Answers.of(asked, texts.get(asked), session, random.nextInt());
                }
                if (random.nextInt(40) == 0) {
                    compare(texts, session, random.nextInt());
                }
            }
            compare(texts, session, random.nextInt());
            assertThat(session.logged()).isEmpty();
        }
    }

    private void open(String name, String text, Map<String, String> texts, Session session)
            throws IOException {
        String uri = folder.toRealPath().resolve(name + ".coex").toUri().toString();
        texts.put(uri, text);
        session.open(uri, text);
    }

    private static void editOnce(
            String uri, Random random, Map<String, String> texts, Session session) {
        String before = texts.get(uri);
        var file = new SourceFile("x", before);
        int start = Answers.whole(before, random.nextInt(before.length() + 1));
        int end =
                random.nextInt(3) == 0
                        ? Answers.whole(
                                before, Math.min(before.length(), start + random.nextInt(12)))
                        : start;
        String piece = PIECES.get(random.nextInt(PIECES.size()));
        // What the protocol cannot name is inside of a line end.
        Position from = Positions.position(file, start);
        Position to = Positions.position(file, Math.max(start, end));
        int realStart = Positions.offset(file, from);
        int realEnd = Math.max(realStart, Positions.offset(file, to));
        texts.put(uri, before.substring(0, realStart) + piece + before.substring(realEnd));
        session.change(uri, new Range(from, to), piece);
    }

    private void compare(Map<String, String> texts, Session session, int seed) throws Exception {
        try (Session fresh = Session.in(folder.toRealPath())) {
            texts.forEach(fresh::open);
            for (String uri : texts.keySet()) {
                String text = texts.get(uri);
                assertThat(Answers.of(uri, text, session, seed))
                        .as(text)
                        .isEqualTo(Answers.of(uri, text, fresh, seed));
                // The last problems may be of an import that changed after the text.
                var problems = fresh.problems(uri);
                session.problems(uri, problems::equals);
            }
            assertThat(fresh.logged()).isEmpty();
        }
    }
}
