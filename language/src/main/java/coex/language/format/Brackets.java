package coex.language.format;

import coex.language.source.SourceFile;
import coex.language.source.Span;
import coex.language.syntax.Comment;
import coex.language.syntax.Token;
import coex.language.syntax.TokenKind;
import coex.language.syntax.Tokens;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The brackets of a source text, and the comments within them.
///
/// Brackets are made from the inside out, and each takes the comments between them that no inner
/// ones have taken.
final class Brackets {

    private static final Pattern LINE_END = Pattern.compile("[\\n\\r]");
    private static final Pattern EMPTY_LINE = Pattern.compile("(?:\\n|\\r\\n?)[ \\t]*[\\n\\r]");

    private final SourceFile file;
    private final CommentQueue comments;

    /// All tokens but line ends, by where they begin.
    private final TreeMap<Integer, Token> tokens = new TreeMap<>();

    /// Where the opening bracket is, for each that closes.
    private final Map<Integer, Integer> openings = new HashMap<>();

    private final Map<Integer, Integer> closings = new HashMap<>();

    Brackets(SourceFile file, Tokens tokens, CommentQueue comments) {
        this.file = file;
        this.comments = comments;
        Deque<Integer> open = new ArrayDeque<>();
        for (Token token : tokens.tokens()) {
            int start = token.span().start();
            switch (token.kind()) {
                case NEWLINE -> {
                    continue;
                }
                case LEFT_PAREN, LEFT_BRACKET, LEFT_BRACE -> open.push(start);
                case RIGHT_PAREN, RIGHT_BRACKET, RIGHT_BRACE -> {
                    openings.put(start, open.peek());
                    closings.put(open.pop(), start);
                }
                default -> {}
            }
            this.tokens.put(start, token);
        }
    }

    /// What stands in brackets: its code, and where that is in the source.
    record Content(Doc doc, Span span) {}

    /// The brackets that a piece of code ends with.
    Doc endingAt(Span code, String separator, List<Content> contents, boolean isTable) {
        int closing = code.end() - 1;
        return between(openings.get(closing), closing, separator, contents, isTable);
    }

    /// The first brackets after a place.
    Doc firstAfter(int place, TokenKind kind, List<Content> contents) {
        int opening = place;
        while (tokens.get(opening) == null || tokens.get(opening).kind() != kind) {
            opening = tokens.higherKey(opening);
        }
        return between(opening, closings.get(opening), ",", contents, false);
    }

    /// The last token of a kind before a place.
    Span lastBefore(int place, TokenKind kind) {
        int found = tokens.lowerKey(place);
        while (tokens.get(found).kind() != kind) {
            found = tokens.lowerKey(found);
        }
        return tokens.get(found).span();
    }

    /// The first `~` or `end` after a place.
    Span closeAfter(int place) {
        int found = tokens.ceilingKey(place);
        while (!tokens.get(found).kind().isClose()) {
            found = tokens.higherKey(found);
        }
        return tokens.get(found).span();
    }

    /// Whether a part of an expression stands in round brackets of its own. One that closes stands
    /// directly behind it then, within the whole; where it begins says nothing, since an expression
    /// begins with its first part and not with the bracket before that.
    boolean isAround(Span part, Span whole) {
        Map.Entry<Integer, Token> after = tokens.ceilingEntry(part.end());
        return after.getKey() < whole.end() && after.getValue().kind() == TokenKind.RIGHT_PAREN;
    }

    /// Round brackets directly around a piece of code, which the source has too.
    Doc around(Span code, Doc doc) {
        int closing = tokens.ceilingKey(code.end());
        return between(openings.get(closing), closing, "", List.of(new Content(doc, code)), false);
    }

    private Doc between(
            int opening, int closing, String separator, List<Content> contents, boolean isTable) {
        List<Comment> within = comments.take(opening, closing);
        String open = file.text().substring(opening, opening + 1);
        String close = file.text().substring(closing, closing + 1);
        if (contents.isEmpty() && within.isEmpty()) {
            return Doc.text(open + close);
        }
        var items = new ArrayList<Doc.Item>();
        int end = opening + 1;
        Optional<Comment> behind = takeBehind(within, end);
        Optional<Comment> behindOpening = behind;
        for (Content content : contents) {
            List<Comment> before = takeBefore(within, content.span().end());
            int start = content.span().start();
            if (!before.isEmpty()) {
                start = Math.min(start, before.getFirst().span().start());
            }
            end = behind.map(comment -> comment.span().end()).orElse(end);
            boolean startsRow = hasBetween(LINE_END, end, start);
            boolean followsEmptyLine = hasBetween(EMPTY_LINE, end, start);
            end = Math.max(content.span().end(), end);
            behind = takeBehind(within, end);
            items.add(new Doc.Item(content.doc(), startsRow, followsEmptyLine, before, behind));
        }
        boolean isBrokenByAuthor =
                !items.isEmpty() && hasBetween(LINE_END, opening, tokens.higherKey(opening));
        boolean hasComments =
                behindOpening.isPresent()
                        || !within.isEmpty()
                        || items.stream()
                                .anyMatch(
                                        item ->
                                                !item.before().isEmpty()
                                                        || item.behind().isPresent());
        var flat = new LineWidths();
        flat.add(open);
        for (int i = 0; i < items.size(); i++) {
            flat.add(i > 0 ? separator + " " : "");
            flat.add(items.get(i).doc());
        }
        flat.add(close);
        return Doc.of(
                new Doc.Brackets(
                        open,
                        close,
                        separator,
                        items,
                        isTable
                                && items.stream()
                                        .allMatch(
                                                item ->
                                                        item.behind().isEmpty()
                                                                && item.before().isEmpty()),
                        isBrokenByAuthor || hasComments,
                        behindOpening,
                        within,
                        flat));
    }

    /// The comment that ends the line of a place, if there is one and nothing but a comma is before
    /// it.
    private Optional<Comment> takeBehind(List<Comment> within, int place) {
        if (within.isEmpty()) {
            return Optional.empty();
        }
        Comment next = within.getFirst();
        boolean isBehind =
                next.kind() == Comment.Kind.LINE
                        && next.span().start() >= place
                        && file.lineOf(next.span().start()) == file.lineOf(place - 1)
                        && hasNoItemBetween(place, next.span().start());
        return isBehind ? Optional.of(within.removeFirst()) : Optional.empty();
    }

    private boolean hasNoItemBetween(int from, int to) {
        return tokens.subMap(from, to).values().stream()
                .allMatch(
                        token ->
                                token.kind() == TokenKind.COMMA
                                        || token.kind() == TokenKind.RIGHT_PAREN);
    }

    private static List<Comment> takeBefore(List<Comment> within, int place) {
        var before = new ArrayList<Comment>();
        while (!within.isEmpty() && within.getFirst().span().start() < place) {
            before.add(within.removeFirst());
        }
        return before;
    }

    private boolean hasBetween(Pattern pattern, int from, int to) {
        return from < to && pattern.matcher(file.text()).region(from, to).find();
    }
}
