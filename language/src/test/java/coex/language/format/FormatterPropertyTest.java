package coex.language.format;

import static org.assertj.core.api.Assertions.assertThat;

import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.syntax.Comment;
import coex.language.syntax.Lexer;
import coex.language.syntax.Parser;
import coex.language.syntax.Token;
import coex.language.syntax.TokenKind;
import coex.language.syntax.Tokens;
import coex.language.syntax.TreePrinter;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/// What holds for every program: formatting changes no meaning and loses no comment, and a second
/// time changes nothing.
class FormatterPropertyTest {

    private static final List<Path> PROGRAMS =
            List.of(
                    Path.of("src/test/resources/programs"),
                    Path.of("../runtime/src/test/resources/programs"),
                    Path.of("../examples/coex"));

    private static Stream<Path> programs() throws IOException {
        var files = new ArrayList<Path>();
        for (Path folder : PROGRAMS) {
            try (Stream<Path> found = Files.walk(folder)) {
                found.filter(file -> file.toString().endsWith(".coex"))
                        .sorted()
                        .forEach(files::add);
            }
        }
        return files.stream();
    }

    @Test
    void everyProgramKeepsItsMeaningAndASecondTimeChangesNothing() throws IOException {
        assertThat(programs().toList()).hasSizeGreaterThan(200);
        for (Path file : programs().toList()) {
            check(file.toString(), Files.readString(file));
        }
    }

    @Test
    void soDoesEveryProgramWithLongNamesAndOtherLineEndsAndComments() throws IOException {
        int seed = 0;
        for (Path file : programs().toList()) {
            var source = new SourceFile("test.coex", Files.readString(file));
            check(file + " changed with seed " + seed, changed(source, new Random(seed)));
            seed++;
        }
    }

    private static void check(String what, String text) {
        var problems = new Problems();
        var source = new SourceFile("test.coex", text);
        String tree = TreePrinter.print(Parser.parse(source, problems));
        if (!problems.isEmpty()) {
            return; // programs about syntax errors
        }
        String once = Formatter.format(source, problems).orElseThrow();
        var formatted = new SourceFile("test.coex", once);
        assertThat(TreePrinter.print(Parser.parse(formatted, problems))).as(what).isEqualTo(tree);
        assertThat(comments(formatted))
                .as(what)
                .containsExactlyInAnyOrderElementsOf(comments(source));
        assertThat(Formatter.format(formatted, problems)).as(what).hasValue(once);
        assertThat(problems.isEmpty()).as(what).isTrue();
    }

    private static List<String> comments(SourceFile file) {
        return Lexer.read(file, new Problems()).comments().stream()
                .map(Comment::span)
                .map(span -> span.text().stripTrailing())
                .toList();
    }

    /// The same tokens, with names that are sometimes long, and within brackets with line ends and
    /// comments anywhere.
    private static String changed(SourceFile source, Random random) {
        Tokens tokens = Lexer.read(source, new Problems());
        int longNames = random.nextInt(3);
        var out = new StringBuilder();
        int brackets = 0;
        int copied = 0;
        for (Token token : tokens.tokens()) {
            out.append(source.text(), copied, token.span().start());
            copied = token.span().end();
            out.append(token.span().text());
            switch (token.kind()) {
                case LEFT_PAREN, LEFT_BRACKET, LEFT_BRACE -> brackets++;
                case RIGHT_PAREN, RIGHT_BRACKET, RIGHT_BRACE -> brackets--;
                case IDENTIFIER -> {
                    if (longNames > 0 && random.nextInt(longNames) == 0) {
                        out.append("_").append("long".repeat(random.nextInt(10)));
                    }
                }
                default -> {}
            }
            if (brackets > 0 && canBreakAfter(token.kind())) {
                switch (random.nextInt(8)) {
                    case 0 -> out.append('\n');
                    case 1 -> out.append(" # ").append(random.nextInt(1000)).append('\n');
                    case 2 -> out.append("\n\n  # alone\n\n");
                    default -> {}
                }
            }
        }
        return out.toString();
    }

    private static boolean canBreakAfter(TokenKind kind) {
        return switch (kind) {
            case COMMA, LEFT_PAREN, LEFT_BRACKET, LEFT_BRACE, PLUS, MINUS, IDENTIFIER -> true;
            default -> false;
        };
    }
}
