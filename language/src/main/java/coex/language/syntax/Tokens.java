package coex.language.syntax;

import java.util.List;

/// A source text taken apart. The last token is the end of the file; a run of line ends is one
/// token.
public record Tokens(List<Token> tokens, List<Comment> comments) {}
