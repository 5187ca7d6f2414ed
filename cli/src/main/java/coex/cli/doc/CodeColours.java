package coex.cli.doc;

import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.source.Span;
import coex.language.syntax.Comment;
import coex.language.syntax.Lexer;
import coex.language.syntax.Token;
import coex.language.syntax.Tokens;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Coex in HTML, with its words, literals and comments told apart as the lexer tells them.
final class CodeColours {

    private CodeColours() {}

    static String html(String code) {
        var file = new SourceFile("", code);
        Tokens tokens = Lexer.read(file, new Problems());
        Map<Integer, String> kinds = new TreeMap<>();
        Map<Integer, Integer> ends = new TreeMap<>();
        for (Token token : tokens.tokens()) {
            kindOf(token).ifPresent(kind -> put(token.span(), kind, kinds, ends));
        }
        for (Comment comment : tokens.comments()) {
            put(comment.span(), "comment", kinds, ends);
        }
        var html = new StringBuilder();
        int at = 0;
        for (Map.Entry<Integer, String> each : kinds.entrySet()) {
            int start = each.getKey();
            int end = ends.get(start);
            if (start < at) {
                continue;
            }
            html.append(HtmlText.escaped(code.substring(at, start)))
                    .append("<span class=\"%s\">".formatted(each.getValue()))
                    .append(HtmlText.escaped(code.substring(start, end)))
                    .append("</span>");
            at = end;
        }
        return html.append(HtmlText.escaped(code.substring(at))).toString();
    }

    private static void put(
            Span span, String kind, Map<Integer, String> kinds, Map<Integer, Integer> ends) {
        if (span.end() > span.start()) {
            kinds.put(span.start(), kind);
            ends.put(span.start(), span.end());
        }
    }

    private static Optional<String> kindOf(Token token) {
        return switch (token.kind()) {
            case STRING, TRIPLE_STRING -> Optional.of("string");
            case INTEGER, FLOAT -> Optional.of("number");
            default -> token.kind().isReservedWord() ? Optional.of("word") : Optional.empty();
        };
    }
}
