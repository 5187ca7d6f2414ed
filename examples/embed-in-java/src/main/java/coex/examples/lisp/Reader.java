package coex.examples.lisp;

import coex.gc.Frame;
import coex.gc.Mutator;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Makes values of the text of a program: lists in parentheses, numbers, texts in quotes, symbols.
final class Reader {

    private static final Pattern TOKEN =
            Pattern.compile("(?:\\s|;[^\\n]*+)*+(?:([()])|\"([^\"]*)\"|([^\\s()\";]+)|$)");

    private final Mutator mutator;
    private final Values values;
    private final Matcher token;
    private int depth;

    Reader(Mutator mutator, Values values, String program) {
        this.mutator = mutator;
        this.values = values;
        token = TOKEN.matcher(program);
        advance();
    }

    /// Whether there is another expression.
    boolean hasNext() {
        return token.start(1) >= 0 || token.start(2) >= 0 || token.start(3) >= 0;
    }

    private void advance() {
        int place = token.hasMatch() ? token.end() : 0;
        if (!token.region(place, token.regionEnd()).lookingAt()) {
            throw new LispException("a text without its second quote");
        }
    }

    /// The next expression. A safepoint; the caller roots what it gives.
    long next() {
        String bracket = token.group(1);
        String text = token.group(2);
        String word = token.group(3);
        if (!hasNext() || ")".equals(bracket)) {
            throw new LispException(hasNext() ? "a ) without its (" : "a ( without its )");
        }
        advance();
        if (bracket != null) {
            return list();
        }
        if (text != null) {
            return values.text(mutator, text);
        }
        return word.matches("-?\\d+") ? number(word) : values.symbol(mutator, word);
    }

    private long number(String word) {
        try {
            return mutator.create(values.number, Long.parseLong(word));
        } catch (NumberFormatException e) {
            throw new LispException("a number beyond 64 bits: " + word);
        }
    }

    /// What has been read is in the frame while the rest is read: reading makes objects.
    private long list() {
        if (++depth > Evaluator.DEEPEST) {
            throw new LispException("lists are nested too deep");
        }
        try (Frame frame = mutator.frame(1)) {
            while (!")".equals(token.group(1))) {
                frame.set(0, mutator.create(values.pair, next(), frame.get(0)));
            }
            advance();
            depth--;
            return values.reversed(mutator, frame.get(0));
        }
    }
}
