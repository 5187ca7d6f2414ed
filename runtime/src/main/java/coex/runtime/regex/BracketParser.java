package coex.runtime.regex;

import coex.runtime.regex.PatternException.Cause;

import java.util.ArrayList;
import java.util.List;

/// Reads what is in brackets, from behind the first one to behind the last.
final class BracketParser {

    private static final int LONGEST_NAME = 31;

    private final Tokens tokens;
    private final boolean ignoresCase;
    private final CharacterSet.Builder set = new CharacterSet.Builder();

    BracketParser(Tokens tokens, boolean ignoresCase) {
        this.tokens = tokens;
        this.ignoresCase = ignoresCase;
    }

    CharacterSet parse(boolean hasLines) throws PatternException {
        boolean isNegated = tokens.skip("^");
        if (!tokens.hasCharacter()) {
            throw new PatternException(Cause.ENDS_WITH_BRACKET);
        }
        boolean isFirst = true;
        while (isFirst || !tokens.skip("]")) {
            add(isFirst);
            isFirst = false;
        }
        return set.build(isNegated, ignoresCase, isNegated && hasLines);
    }

    /// One of the things listed.
    ///
    /// @param mark of one with a name in brackets of its own, the character beside those; else 0
    private record Element(char mark, List<Integer> name) {

        boolean isClass() {
            return mark == ':' || mark == '=';
        }

        int character() throws PatternException {
            if (name.size() != 1) {
                throw new PatternException(Cause.COLLATING_ELEMENT);
            }
            return name.getFirst();
        }

        CharacterClass characterClass() throws PatternException {
            var ascii = new StringBuilder();
            name.forEach(c -> ascii.append(c < 128 ? (char) (int) c : '?'));
            return CharacterClass.named(ascii.toString())
                    .orElseThrow(() -> new PatternException(Cause.CLASS_NAME));
        }
    }

    private void add(boolean isFirst) throws PatternException {
        if (!isFirst && isRange()) {
            throw new PatternException(Cause.RANGE);
        }
        Element first = element();
        if (first.mark == ':') {
            set.add(first.characterClass());
        } else if (!first.isClass() && isRange()) {
            tokens.skip("-");
            addRange(first, element());
        } else {
            set.add(folded(first.character()), folded(first.character()));
        }
    }

    /// If case is ignored, `[a-[]` is a range and `[_-a]` is none.
    private void addRange(Element first, Element last) throws PatternException {
        if (last.isClass()) {
            throw new PatternException(Cause.RANGE);
        }
        int from = folded(first.character());
        int to = folded(last.character());
        if (to < from) {
            throw new PatternException(Cause.RANGE);
        }
        set.add(from, to);
    }

    private int folded(int character) {
        return ignoresCase ? Text.folded(character) : character;
    }

    /// Whether a range goes on here; a hyphen before the last bracket is one of the things listed.
    private boolean isRange() throws PatternException {
        if (!tokens.hasCharacter()) {
            throw new PatternException(Cause.BRACKET);
        }
        return tokens.isNext("-") && !tokens.isNext("-]");
    }

    private Element element() throws PatternException {
        for (char mark : new char[] {':', '=', '.'}) {
            if (tokens.skip("[" + mark)) {
                return new Element(mark, named(mark));
            }
        }
        if (!tokens.hasCharacter()) {
            throw new PatternException(Cause.BRACKET);
        }
        return new Element((char) 0, List.of(tokens.character()));
    }

    /// What stands before a mark and a bracket.
    private List<Integer> named(char mark) throws PatternException {
        List<Integer> name = new ArrayList<>();
        while (!tokens.skip(mark + "]")) {
            if (!tokens.hasCharacter() || name.size() == LONGEST_NAME) {
                throw new PatternException(Cause.BRACKET);
            }
            name.add(tokens.character());
        }
        return name;
    }
}
