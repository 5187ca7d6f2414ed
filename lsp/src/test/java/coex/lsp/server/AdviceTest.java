package coex.lsp.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DiagnosticSeverity;
import org.eclipse.lsp4j.DiagnosticTag;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.List;

/// What is allowed and probably not meant, as the editor shows it.
class AdviceTest {

    private static final String URI = "untitled:a";

    private static final String PROGRAM =
            """
            import strings

            func f(xs: [int]) -> int
                unused = xs.len()
                xs.append(1)
                return 0
                print("never")
            ~
            """;

    private Session session;

    @BeforeEach
    void start() throws Exception {
        session = Session.in();
    }

    @AfterEach
    void end() throws Exception {
        assertThat(session.logged()).isEmpty();
        session.close();
    }

    @Test
    void adviceIsWarnings() throws Exception {
        session.open(URI, PROGRAM);
        List<Diagnostic> problems = session.problems(URI);
        assertThat(session.codes(URI)).containsExactlyInAnyOrder("W002", "W003", "W004", "W007");
        assertThat(problems)
                .extracting(Diagnostic::getSeverity)
                .containsOnly(DiagnosticSeverity.Warning);
    }

    @Test
    void whatCouldBeLeftOutIsTaggedSo() throws Exception {
        session.open(URI, PROGRAM);
        for (Diagnostic problem : session.problems(URI)) {
            boolean mayGo = !problem.getCode().getLeft().equals("W007");
            List<DiagnosticTag> tags = mayGo ? List.of(DiagnosticTag.Unnecessary) : null;
            assertThat(problem.getTags()).as(problem.getMessage().getLeft()).isEqualTo(tags);
        }
    }

    @Test
    void adviceComesWithTheLastMistakeGoneAndGoesWhenItIsMeant() throws Exception {
        session.open(URI, "func f() -> int\n    x = 1\n    return y\n~\n");
        assertThat(session.codes(URI)).containsExactly("N001");
        session.change(URI, new Range(new Position(2, 11), new Position(2, 12)), "2");
        assertThat(session.codes(URI)).containsExactly("W002");
        session.change(URI, new Range(new Position(1, 9), new Position(1, 9)), " # allow W002");
        assertThat(session.codes(URI)).isEmpty();
    }
}
