package coex.runtime.mutated;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Makes other programs of a program, most of them wrong: by taking tokens away, doubling,
/// exchanging and inserting them, giving names to other things, and exchanging lines, brackets and
/// blocks.
final class Mutation {

    private static final Pattern TOKEN =
            Pattern.compile(
                    "#[^\\n"
                        + "]*|\"(?:\\\\.|[^\"\\\\\\n"
                        + "])*\"|'(?:\\\\.|[^'\\\\\\n"
                        + "])*'|[A-Za-z_]\\w*|\\d+\\.\\d+|\\d+|\\.\\.|\\?\\?|==|!=|<=|>=|:=|\\+=|->|=>|<-|\\n"
                        + "|[ \\t]+|.",
                    Pattern.DOTALL);

    private static final List<String> OTHERS =
            List.of(
                    "nil",
                    "0",
                    "1",
                    "-",
                    "(",
                    ")",
                    "[",
                    "]",
                    "{",
                    "}",
                    "~",
                    "end",
                    "if",
                    "else",
                    "for",
                    "in",
                    "while",
                    "match",
                    "case",
                    "return",
                    "break",
                    "continue",
                    "func",
                    "formula",
                    "task",
                    "type",
                    "trait",
                    "const",
                    "self",
                    "cell",
                    "true",
                    "\"x\"",
                    "'y'",
                    "1.5",
                    "int",
                    "string",
                    "float",
                    "json",
                    "List",
                    "Map",
                    "Set",
                    "Array",
                    "Result",
                    "T",
                    "_",
                    ":",
                    ";",
                    ",",
                    ".",
                    "..",
                    "?",
                    "??",
                    "!",
                    "=",
                    ":=",
                    "+=",
                    "==",
                    "<",
                    ">",
                    "->",
                    "=>",
                    "<-",
                    "@",
                    "%",
                    "as",
                    "and",
                    "or",
                    "not",
                    "await",
                    "cycle",
                    "select",
                    "within",
                    "matrix",
                    "import",
                    "extern",
                    "print",
                    "x",
                    "9223372036854775808",
                    "\"",
                    "'",
                    "##",
                    "\\",
                    "\u00e9",
                    "\t",
                    "\r");

    private final Random random;
    private final List<String> donors;

    /// @param donors programs that pieces are taken from
    Mutation(Random random, List<String> donors) {
        this.random = random;
        this.donors = donors;
    }

    String of(String program) {
        List<String> tokens = tokens(program);
        int changes = 1 + random.nextInt(random.nextInt(4) == 0 ? 12 : 2);
        for (int i = 0; i < changes && !tokens.isEmpty(); i++) {
            change(tokens);
        }
        return String.join("", tokens);
    }

    static List<String> tokens(String program) {
        var tokens = new ArrayList<String>();
        Matcher matcher = TOKEN.matcher(program);
        while (matcher.find()) {
            tokens.add(matcher.group());
        }
        return tokens;
    }

    private void change(List<String> tokens) {
        int at = anyPlace(tokens);
        switch (random.nextInt(10)) {
            case 0 -> tokens.remove(at);
            case 1 -> tokens.add(at, tokens.get(at));
            case 2 -> exchange(tokens, at, anyPlace(tokens));
            case 3 -> tokens.add(at, OTHERS.get(random.nextInt(OTHERS.size())));
            case 4 -> tokens.set(at, OTHERS.get(random.nextInt(OTHERS.size())));
            case 5, 6 -> rename(tokens);
            case 7 -> exchangeRanges(tokens, line(tokens, at), line(tokens, anyPlace(tokens)));
            case 8 -> exchangeRanges(tokens, group(tokens, at), group(tokens, anyPlace(tokens)));
            default -> transplant(tokens, at);
        }
    }

    /// The place of a token that is not blank.
    private int anyPlace(List<String> tokens) {
        int at = random.nextInt(tokens.size());
        while (at > 0 && tokens.get(at).isBlank()) {
            at--;
        }
        return at;
    }

    private static void exchange(List<String> tokens, int one, int other) {
        String kept = tokens.get(one);
        tokens.set(one, tokens.get(other));
        tokens.set(other, kept);
    }

    private void rename(List<String> tokens) {
        List<Integer> names = new ArrayList<>();
        for (int i = 0; i < tokens.size(); i++) {
            if (Character.isLetter(tokens.get(i).charAt(0))) {
                names.add(i);
            }
        }
        if (!names.isEmpty()) {
            int from = names.get(random.nextInt(names.size()));
            tokens.set(from, tokens.get(names.get(random.nextInt(names.size()))));
        }
    }

    /// Tokens from `from` up to, not including, `to`.
    private record Range(int from, int to) {}

    private static Range line(List<String> tokens, int at) {
        int from = at;
        while (from > 0 && !tokens.get(from - 1).equals("\n")) {
            from--;
        }
        int to = at;
        while (to < tokens.size() && !tokens.get(to).equals("\n")) {
            to++;
        }
        return new Range(from, to);
    }

    /// The brackets that begin at or after a place, with what is in them; or one token.
    private static Range group(List<String> tokens, int at) {
        for (int from = at; from < tokens.size(); from++) {
            if ("([{".contains(tokens.get(from))) {
                int depth = 0;
                for (int to = from; to < tokens.size(); to++) {
                    depth += "([{".contains(tokens.get(to)) ? 1 : 0;
                    depth -= ")]}".contains(tokens.get(to)) ? 1 : 0;
                    if (depth == 0) {
                        return new Range(from, to + 1);
                    }
                }
            }
        }
        return new Range(at, at + 1);
    }

    private static void exchangeRanges(List<String> tokens, Range one, Range other) {
        Range first = one.from < other.from ? one : other;
        Range second = one.from < other.from ? other : one;
        if (first.to > second.from) {
            return;
        }
        List<String> moved = List.copyOf(tokens.subList(second.from, second.to));
        List<String> back = List.copyOf(tokens.subList(first.from, first.to));
        replace(tokens, second, back);
        replace(tokens, first, moved);
    }

    private static void replace(List<String> tokens, Range range, List<String> by) {
        List<String> old = tokens.subList(range.from, range.to);
        old.clear();
        old.addAll(by);
    }

    /// Puts a line or a group of another program in.
    private void transplant(List<String> tokens, int at) {
        List<String> donor = tokens(donors.get(random.nextInt(donors.size())));
        int from = anyPlace(donor);
        Range range = random.nextBoolean() ? line(donor, from) : group(donor, from);
        List<String> piece = List.copyOf(donor.subList(range.from, range.to));
        if (random.nextBoolean()) {
            replace(tokens, line(tokens, at), piece);
        } else {
            tokens.addAll(at, piece);
        }
    }
}
