package coex.language.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import coex.language.problem.Problems;
import coex.language.source.SourceFile;

import org.junit.jupiter.api.Test;

import java.util.List;

class LexerTest {

    private final Problems problems = new Problems();

    private Tokens read(String text) {
        return Lexer.read(new SourceFile("test.coex", text), problems);
    }

    /// Kinds of all tokens but the end of the file.
    private List<TokenKind> kinds(String text) {
        List<Token> tokens = read(text).tokens();
        return tokens.subList(0, tokens.size() - 1).stream().map(Token::kind).toList();
    }

    private String string(String text) {
        return read(text).tokens().getFirst().text();
    }

    private List<String> warnings(String text) {
        read(text);
        return problems.warnings().stream()
                .map(warning -> warning.report().place() + " " + warning.report().code())
                .toList();
    }

    @Test
    void aTextThatIsShownInAnotherOrderIsKept() {
        assertThat(string("'a\u202Eb'")).isEqualTo("a\u202Eb");
        assertThat(problems.isEmpty()).isTrue();
    }

    @Test
    void aTextThatIsShownInAnotherOrderIsWarnedAboutOnceALine() {
        assertThat(
                        warnings(
                                """
                                # one \u2066 and \u2069 once more
                                x = "\\u202E" # an escape shows
                                y = '''a
                                b\u202A
                                c''' '\u202B'
                                ##
                                 block \u2067
                                ##
                                """))
                .containsExactly(
                        "test.coex:1:7 W001",
                        "test.coex:4:2 W001",
                        "test.coex:5:7 W001",
                        "test.coex:7:8 W001");
        assertThat(problems.isEmpty()).isTrue();
    }

    @Test
    void elsewhereSuchACharacterIsAMistake() {
        read("x \u202E= 1");
        assertThat(problems.inOrder()).hasSize(1);
        assertThat(problems.warnings()).isEmpty();
    }

    @Test
    void theLongestMarkWins() {
        assertThat(kinds("a<-1"))
                .containsExactly(TokenKind.IDENTIFIER, TokenKind.RECEIVE, TokenKind.INTEGER);
        assertThat(kinds("x>=y"))
                .containsExactly(
                        TokenKind.IDENTIFIER, TokenKind.GREATER_EQUAL, TokenKind.IDENTIFIER);
        assertThat(kinds("c?a!b"))
                .containsExactly(
                        TokenKind.IDENTIFIER,
                        TokenKind.QUESTION,
                        TokenKind.IDENTIFIER,
                        TokenKind.EXCLAMATION,
                        TokenKind.IDENTIFIER);
    }

    @Test
    void twoClosingAnglesAreTwoTokens() {
        assertThat(kinds("List<List<int>>").subList(4, 7))
                .containsExactly(TokenKind.INT, TokenKind.GREATER, TokenKind.GREATER);
    }

    @Test
    void aPointWithoutDigitsAfterItIsNotPartOfANumber() {
        assertThat(kinds("1..5"))
                .containsExactly(TokenKind.INTEGER, TokenKind.RANGE, TokenKind.INTEGER);
        assertThat(kinds("1.len"))
                .containsExactly(TokenKind.INTEGER, TokenKind.DOT, TokenKind.IDENTIFIER);
        assertThat(kinds("1.5e-3")).containsExactly(TokenKind.FLOAT);
        assertThat(kinds("2E3")).containsExactly(TokenKind.FLOAT);
    }

    @Test
    void runsOfLineEndsAreOneTokenWhateverStandsBetween() {
        assertThat(kinds("a\r\n\n  # only a comment\r\rb"))
                .containsExactly(TokenKind.IDENTIFIER, TokenKind.NEWLINE, TokenKind.IDENTIFIER);
    }

    @Test
    void aLoneUnderscoreIsNoName() {
        assertThat(kinds("_ _a a_"))
                .containsExactly(TokenKind.WILDCARD, TokenKind.IDENTIFIER, TokenKind.IDENTIFIER);
    }

    @Test
    void doubleHashesOnOneLineAreALineComment() {
        assertThat(kinds("##### title #####\na"))
                .containsExactly(TokenKind.NEWLINE, TokenKind.IDENTIFIER);
        assertThat(kinds("## a ## b\nc")).containsExactly(TokenKind.NEWLINE, TokenKind.IDENTIFIER);
        assertThat(read("x ## a ## b").comments().getFirst().span().text()).isEqualTo("## a ## b");
    }

    @Test
    void doubleHashesOnTwoLinesEncloseABlockComment() {
        Tokens tokens = read("a ## one\n two # three\n## b");
        assertThat(tokens.comments()).hasSize(1);
        assertThat(tokens.comments().getFirst().kind()).isEqualTo(Comment.Kind.BLOCK);
        assertThat(tokens.tokens().stream().map(Token::text)).containsExactly("a", "b", "");
    }

    @Test
    void aHashInAStringIsText() {
        assertThat(string("'a # b'")).isEqualTo("a # b");
        assertThat(read("'a # b'").comments()).isEmpty();
    }

    @Test
    void escapesAreDecodedOnceFromLeftToRight() {
        assertThat(string("\"a\\\\n\"")).isEqualTo("a\\n");
        assertThat(string("'\\x41\\u00e9\\101\\7'")).isEqualTo("A\u00e9A\u0007");
        assertThat(string("'say \"hi\" \\'there\\''")).isEqualTo("say \"hi\" 'there'");
        assertThat(problems.isEmpty()).isTrue();
    }

    @Test
    void halfOfASurrogatePairIsRefused() {
        assertThat(string("'\\ud83d!'")).isEqualTo("!");
        assertThat(problems.count()).isEqualTo(1);
    }

    @Test
    void aStringEndsWithItsLineEvenWithoutAQuote() {
        assertThat(kinds("x = \"abc\ny"))
                .containsExactly(
                        TokenKind.IDENTIFIER,
                        TokenKind.ASSIGN,
                        TokenKind.STRING,
                        TokenKind.NEWLINE,
                        TokenKind.IDENTIFIER);
        assertThat(problems.count()).isEqualTo(1);
    }

    @Test
    void tripleQuotesSpanLines() {
        assertThat(string("\"\"\"a\n\"b\"\n\"\"\"")).isEqualTo("a\n\"b\"\n");
    }

    @Test
    void charactersOutsideTheLanguageAreReportedOnceAndSkipped() {
        assertThat(kinds("a \u20ac \ud83d\ude00 b"))
                .containsExactly(TokenKind.IDENTIFIER, TokenKind.IDENTIFIER);
        assertThat(problems.count()).isEqualTo(2);
    }

    @Test
    void everyTokenCoversItsText() {
        String text = "func f(x: int) -> [int]\n  return [x, 0xFF, 1.5] # end\n~";
        for (Token token : read(text).tokens()) {
            if (token.kind() != TokenKind.STRING) {
                assertThat(token.span().text()).isEqualTo(token.text());
            }
        }
    }
}
