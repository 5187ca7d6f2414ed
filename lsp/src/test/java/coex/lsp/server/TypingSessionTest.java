package coex.lsp.server;

import static org.assertj.core.api.Assertions.assertThat;

import coex.language.source.SourceFile;
import coex.lsp.text.Positions;

import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// Edits as people make them, change by change: after each the server answers as one that was
/// started with the text that is there now.
class TypingSessionTest {

    private static final String RECORDING = "typing-session.txt";

    private record Change(Range range, String text) {

        /// `0:4 0:4 "text"`
        static Change of(String line) {
            String[] parts = line.split(" ", 3);
            return new Change(
                    new Range(position(parts[0]), position(parts[1])),
                    parts[2].substring(1, parts[2].length() - 1).replace("\\n", "\n"));
        }

        private static Position position(String text) {
            String[] parts = text.split(":");
            return new Position(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
        }

        String applied(String before) {
            var place = Positions.span(new SourceFile("x", before), range);
            return before.substring(0, place.start()) + text + before.substring(place.end());
        }
    }

    @TempDir private Path folder;

    private static List<Change> recorded() throws IOException {
        try (InputStream in = TypingSessionTest.class.getResourceAsStream(RECORDING)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(Change::of)
                    .toList();
        }
    }

    @Test
    void eachChangeLeadsWhereAFreshStartWouldBegin() throws Exception {
        Path root = folder.toRealPath();
        String uri = root.resolve("main.coex").toUri().toString();
        String text = "";
        try (Session session = Session.in(root)) {
            session.open(uri, text);
            int changes = 0;
            for (Change change : recorded()) {
                session.change(uri, change.range(), change.text());
                text = change.applied(text);
                try (Session fresh = Session.in(root)) {
                    fresh.open(uri, text);
                    assertThat(session.problems(uri)).as(text).isEqualTo(fresh.problems(uri));
                    assertThat(Answers.of(uri, text, session, changes))
                            .as(text)
                            .isEqualTo(Answers.of(uri, text, fresh, changes));
                    assertThat(fresh.logged()).isEmpty();
                }
                changes++;
            }
            assertThat(changes).isGreaterThan(100);
            assertThat(session.problems(uri)).isEmpty();
            assertThat(session.logged()).isEmpty();
        }
    }
}
