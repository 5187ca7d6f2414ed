package coex.language.syntax;

import coex.language.source.Span;

/// A word, number, string or mark of a source text.
///
/// @param text what it means: the decoded characters of a string, otherwise the token as written
public record Token(TokenKind kind, String text, Span span) {

    /// For sentences: what a reader of the program sees there.
    public String described() {
        return switch (kind) {
            case IDENTIFIER -> "the name `" + text + "`";
            case INTEGER, FLOAT -> "the number `" + text + "`";
            default ->
                    kind.isReservedWord()
                            ? "the reserved word " + kind.described()
                            : kind.described();
        };
    }
}
