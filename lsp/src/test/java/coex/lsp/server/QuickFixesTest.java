package coex.lsp.server;

import static org.assertj.core.api.Assertions.assertThat;

import coex.language.source.SourceFile;
import coex.lsp.text.Positions;

import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionContext;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.TextEdit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/// What fixes do to a text: they repair it, and nothing is wrong afterwards.
class QuickFixesTest {

    @TempDir private Path folder;
    private Session session;
    private String uri;
    private int texts;

    @BeforeEach
    void start() throws Exception {
        folder = folder.toRealPath();
        session = Session.in(folder);
        uri = folder.resolve("main.coex").toUri().toString();
    }

    @AfterEach
    void end() throws Exception {
        assertThat(session.logged()).isEmpty();
        session.close();
    }

    private List<CodeAction> fixes(String text) throws Exception {
        session.open(uri, text);
        var all = new Range(new Position(0, 0), new Position(1000, 0));
        var parameters =
                new CodeActionParams(
                        new TextDocumentIdentifier(uri), all, new CodeActionContext(List.of()));
        List<CodeAction> actions =
                Session.get(session.texts().codeAction(parameters)).stream()
                        .map(each -> each.getRight())
                        .toList();
        session.close(uri);
        return actions;
    }

    private String applied(CodeAction action, String text) {
        var file = new SourceFile("x", text);
        List<TextEdit> edits =
                action.getEdit().getChanges().get(uri).stream()
                        .sorted(
                                Comparator.comparing(
                                        (TextEdit edit) ->
                                                -Positions.span(file, edit.getRange()).start()))
                        .toList();
        var result = new StringBuilder(text);
        for (TextEdit edit : edits) {
            var span = Positions.span(file, edit.getRange());
            result.replace(span.start(), span.end(), edit.getNewText());
        }
        return result.toString();
    }

    /// Wants one fix, and that it leads to a text in which nothing is wrong.
    private void repairs(String before, String title, String after) throws Exception {
        List<CodeAction> actions = fixes(before);
        assertThat(actions).as(before).extracting(CodeAction::getTitle).containsExactly(title);
        assertThat(applied(actions.getFirst(), before)).isEqualTo(after);
        assertThat(actions.getFirst().getDiagnostics()).hasSize(1);
        // Another text, whose problems are surely new.
        String repaired = folder.resolve("repaired" + ++texts + ".coex").toUri().toString();
        session.open(repaired, after);
        assertThat(session.problems(repaired)).as(after).isEmpty();
        session.close(repaired);
    }

    private static String body(String statements) {
        return "func f(a: bool, n: int, s: string, xs: [int]) -> int\n    "
                + statements.replace("\n", "\n    ")
                + "\n    return n\n~\n";
    }

    private void repairsBody(String before, String title, String after) throws Exception {
        repairs(body(before), title, body(after));
    }

    @Test
    void operatorsOfOtherLanguagesBecomeOurs() throws Exception {
        repairsBody(
                "if a && n > 1\n    return 1\n~",
                "Change to `and`",
                "if a and n > 1\n    return 1\n~");
        repairsBody("if a||a\n    return 1\n~", "Change to `or`", "if a or a\n    return 1\n~");
        repairsBody("if !a\n    return 1\n~", "Change to `not`", "if not a\n    return 1\n~");
        repairsBody(
                "while n = 1\n    return 1\n~", "Change to `==`", "while n == 1\n    return 1\n~");
    }

    @Test
    void wordsOfOtherLanguagesBecomeOurs() throws Exception {
        for (String word : List.of("def", "fn")) {
            repairs(
                    word + " f() -> int\n    return 1\n~\n",
                    "Change to `func`",
                    "func f() -> int\n    return 1\n~\n");
        }
        repairsBody("loop\n    break\n~", "Change to `while true`", "while true\n    break\n~");
        repairsBody("let y = 1\nprint(y)", "Leave `let` out", "y = 1\nprint(y)");
        repairsBody(
                "if a\n    return 1\nelif n > 1\n    return 2\n~",
                "Change to `else if`",
                "if a\n    return 1\nelse if n > 1\n    return 2\n~");
    }

    @Test
    void aTypeOfSeveralModulesIsSaid() throws Exception {
        Files.writeString(folder.resolve("rooms.coex"), "type Space:\n    size: int\n~\n");
        Files.writeString(folder.resolve("boxes.coex"), "type Space:\n    size: int\n~\n");
        String before =
                "import rooms\nimport boxes\nfunc f(s: Space) -> int\n    return s.size\n~\n";
        List<CodeAction> actions = fixes(before);
        assertThat(actions)
                .extracting(CodeAction::getTitle)
                .containsExactlyInAnyOrder("Change to `rooms.Space`", "Change to `boxes.Space`");
        assertThat(applied(actions.getFirst(), before)).containsPattern("s: (rooms|boxes)\\.Space");
    }

    @Test
    void modulesAreImported() throws Exception {
        repairs(
                body("print(strings.trim(s))"),
                "Add `import strings`",
                "import strings\n" + body("print(strings.trim(s))"));
        repairs(
                "#!/usr/bin/env coex\n" + body("print(strings.trim(s))"),
                "Add `import strings`",
                "#!/usr/bin/env coex\nimport strings\n" + body("print(strings.trim(s))"));
        repairs(
                body("print(trim(s))"),
                "Change to `strings.trim`",
                "import strings\n" + body("print(strings.trim(s))"));
        Files.writeString(
                folder.resolve("util.coex"), "func twice(n: int) -> int\n    return n * 2\n~\n");
        repairs(
                "import util\n" + body("print(twice(n) + util.twice(n))"),
                "Change to `util.twice`",
                "import util\n" + body("print(util.twice(n) + util.twice(n))"));
    }

    @Test
    void methodsBecomeFunctionsAndFunctionsMethods() throws Exception {
        repairs(
                body("print(s.trim())"),
                "Change to `strings.trim(...)`",
                "import strings\n" + body("print(strings.trim(s))"));
        repairs(
                "import strings\n" + body("print(s.startsWith(\"a\") and strings.trim(s) == s)"),
                "Change to `strings.starts_with(...)`",
                "import strings\n"
                        + body("print(strings.starts_with(s, \"a\") and strings.trim(s) == s)"));
        repairsBody("print(n.toString())", "Change to `String.from(...)`", "print(String.from(n))");
        repairsBody("print(len(xs))", "Change to `.len(...)`", "print(xs.len())");
        repairsBody("print(xs.length)", "Change to `len()`", "print(xs.len())");
        repairsBody("print(xs.push(1))", "Change to `append`", "print(xs.append(1))");
        repairsBody(
                "print(xs.contains(1))", "Change to `to_set().has`", "print(xs.to_set().has(1))");
    }

    @Test
    void whatIsNotUsedIsLeftOutOrCalledSo() throws Exception {
        String before = body("y = xs.len()\ny = 3");
        repairs(before, "Call it `_y`", body("_y = xs.len()\n_y = 3"));
        List<CodeAction> actions = fixes(body("y = 3"));
        assertThat(actions)
                .extracting(CodeAction::getTitle)
                .containsExactly("Call it `_y`", "Leave it out");
        assertThat(applied(actions.getLast(), body("y = 3")))
                .isEqualTo(body("y = 3").replace("    y = 3\n", ""));
        repairs("import strings\n" + body("print(s)"), "Leave the import out", body("print(s)"));
        repairsBody("xs.append(1)", "Say that nobody needs it", "_unused = xs.append(1)");
    }
}
