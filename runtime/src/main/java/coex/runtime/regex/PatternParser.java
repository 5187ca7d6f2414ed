package coex.runtime.regex;

import coex.runtime.regex.PatternException.Cause;
import coex.runtime.regex.Token.Kind;

/// Reads a pattern and writes its code, in one pass, as the GNU C library reads patterns: a test
/// compares the two.
///
/// A pattern with back references is read twice, and the second time with registers for groups and
/// loops. Calls nest as deep as groups do, which is limited.
final class PatternParser {

    static final int MOST_BYTES = 1 << 16;
    static final int MOST_NESTED = 250;

    /// More is an error in the C library too.
    static final int MOST_REPETITIONS = 0x7FFF;

    private static final int GROUPS = 10;
    private static final int UNLIMITED = -1;

    /// In place of a number in braces.
    private static final int NONE = -1;

    private static final int WRONG = -2;

    private final Tokens tokens;
    private final int flags;
    private final boolean hasRegisters;
    private final Code code;

    private Token token;
    private int depth;
    private int groups;
    private boolean refersBack;

    /// A bit for each group that can be referred to.
    private int complete;

    /// After those of groups, two for each.
    private int registers = 2 * GROUPS;

    private PatternParser(int[] pattern, int flags, boolean hasRegisters, Runnable pause) {
        this.tokens = new Tokens(pattern, (flags & Pattern.EXTENDED) != 0);
        this.flags = flags;
        this.hasRegisters = hasRegisters;
        this.code = new Code(pause);
    }

    static Pattern parse(byte[] utf8, int flags, Runnable pause) throws PatternException {
        int[] characters = characters(utf8);
        var first = new PatternParser(characters, flags, false, pause);
        Pattern plain = first.parse();
        return first.refersBack ? new PatternParser(characters, flags, true, pause).parse() : plain;
    }

    private static int[] characters(byte[] utf8) throws PatternException {
        if (utf8.length > MOST_BYTES) {
            throw new PatternException(Cause.TOO_LARGE);
        }
        var text = new Text(utf8);
        int[] characters = new int[utf8.length];
        int count = 0;
        for (int at = 0; at < utf8.length; at += text.count(at)) {
            characters[count++] = text.after(at);
        }
        return java.util.Arrays.copyOf(characters, count);
    }

    private Pattern parse() throws PatternException {
        token = tokens.next(true);
        alternatives();
        code.add(Code.MATCH, 0, 0);
        code.trim();
        return new Pattern(code, flags, hasRegisters ? registers : 0);
    }

    private boolean endsBranch() {
        return token.is(Kind.BAR) || token.is(Kind.END) || depth > 0 && token.is(Kind.CLOSE);
    }

    /// Branches with bars between them. A group in one cannot be referred to in another.
    private void alternatives() throws PatternException {
        int before = complete;
        int all = complete;
        int jumps =
                0; // the last jump to the end; each leads to the one before until the end is known
        int start = code.size();
        branch();
        all |= complete;
        while (token.is(Kind.BAR)) {
            code.insert(start, Code.SPLIT, 1, code.size() - start + 2);
            int jump = code.size();
            code.add(Code.JUMP, jumps == 0 ? 0 : jumps - jump, 0);
            jumps = jump;
            start = code.size();
            token = tokens.next(true);
            complete = before;
            branch();
            all |= complete;
        }
        complete = all;
        while (jumps != 0) {
            int next = code.first[jumps] == 0 ? 0 : jumps + code.first[jumps];
            code.leadHere(jumps);
            jumps = next;
        }
    }

    private void branch() throws PatternException {
        while (!endsBranch()) {
            expression();
        }
    }

    private void expression() throws PatternException {
        int start = code.size();
        boolean isExtended = (flags & Pattern.EXTENDED) != 0;
        switch (token.kind()) {
            case ASSERTION -> {
                code.add(Code.ASSERT, token.value(), 0);
                token = tokens.next(false);
                return; // what repeats does not repeat it
            }
            case CHARACTER, CLOSE_BRACE -> character(token.value());
            case ANY -> code.add(hasLines() ? Code.ANY_IN_LINE : Code.ANY, 0, 0);
            case WORD ->
                    set(
                            new CharacterSet.Builder()
                                    .add(CharacterClass.ALNUM)
                                    .add('_', '_')
                                    .build(token.value() != 0, false, false));
            case SPACE ->
                    set(
                            new CharacterSet.Builder()
                                    .add(CharacterClass.SPACE)
                                    .build(token.value() != 0, false, false));
            case BRACKET -> set(new BracketParser(tokens, ignoresCase()).parse(hasLines()));
            case BACK_REFERENCE -> backReference(token.value());
            case OPEN -> group();
            case CLOSE -> {
                if (!isExtended) {
                    throw new PatternException(Cause.PARENTHESIS);
                }
                character(token.value());
            }
            case OPEN_BRACE, STAR, PLUS, QUESTION -> {
                if (isExtended || token.is(Kind.OPEN_BRACE)) {
                    throw new PatternException(Cause.REPETITION_OF_NOTHING);
                }
                character(token.value());
            }
            case LONE_BACKSLASH -> throw new PatternException(Cause.TRAILING_BACKSLASH);
            case BAR, END -> throw new IllegalStateException("no expression: " + token);
        }
        token = tokens.next(false);
        repetitions(start);
    }

    private boolean ignoresCase() {
        return (flags & Pattern.IGNORE_CASE) != 0;
    }

    private boolean hasLines() {
        return (flags & Pattern.LINES) != 0;
    }

    private void character(int character) throws PatternException {
        code.add(Code.CHARACTER, ignoresCase() ? Text.folded(character) : character, 0);
    }

    private void set(CharacterSet set) throws PatternException {
        code.add(Code.SET, code.sets.size(), 0);
        code.sets.add(set);
    }

    private void backReference(int group) throws PatternException {
        if ((complete & 1 << group) == 0) {
            throw new PatternException(Cause.BACK_REFERENCE);
        }
        refersBack = true;
        code.add(Code.BACK_REFERENCE, group, 0);
    }

    private void group() throws PatternException {
        if (depth == MOST_NESTED) {
            throw new PatternException(Cause.TOO_LARGE);
        }
        int number = ++groups;
        boolean isKept = hasRegisters && number < GROUPS;
        if (isKept) {
            code.add(Code.MARK, 2 * number, 0);
        }
        depth++;
        token = tokens.next(true);
        alternatives();
        if (!token.is(Kind.CLOSE)) {
            throw new PatternException(Cause.PARENTHESIS);
        }
        depth--;
        if (isKept) {
            code.add(Code.MARK, 2 * number + 1, 0);
        }
        if (number < GROUPS) {
            complete |= 1 << number;
        }
    }

    // Repeating what begins at `start`

    private void repetitions(int start) throws PatternException {
        boolean mayBeMissing =
                false; // repeated without copies: so `a****` is `a*`, however many there are
        boolean mayBeMany = false;
        while (token.repeats()) {
            int least = token.is(Kind.PLUS) ? 1 : 0;
            int most = token.is(Kind.QUESTION) ? 1 : UNLIMITED;
            if (token.is(Kind.OPEN_BRACE)) {
                least = number();
                most = upperBound(least);
                least = Math.max(least, 0);
                check(least, most);
            }
            token = tokens.next(false);
            if (least <= 1 && (most == 1 || most == UNLIMITED)) {
                mayBeMissing |= least == 0;
                mayBeMany |= most == UNLIMITED;
            } else {
                loop(start, mayBeMissing, mayBeMany);
                mayBeMissing = false;
                mayBeMany = false;
                copies(start, least, most);
            }
            if ((flags & Pattern.EXTENDED) == 0
                    && (token.is(Kind.STAR) || token.is(Kind.OPEN_BRACE))) {
                throw new PatternException(Cause.REPETITION_OF_NOTHING);
            }
        }
        loop(start, mayBeMissing, mayBeMany);
    }

    /// The number up to a comma or the closing brace, [#NONE] or [#WRONG].
    private int number() {
        int number = NONE;
        while (true) {
            token = tokens.next(false);
            if (token.is(Kind.END)) {
                return WRONG;
            }
            if (token.is(Kind.CLOSE_BRACE) || token.isCharacter(',')) {
                return number;
            }
            int digit = token.value() - '0';
            boolean isDigit = token.is(Kind.CHARACTER) && digit >= 0 && digit <= 9;
            number =
                    !isDigit || number == WRONG
                            ? WRONG
                            : Math.min(MOST_REPETITIONS + 1, 10 * Math.max(number, 0) + digit);
        }
    }

    /// The second number in braces; without a comma it is the first.
    private int upperBound(int least) throws PatternException {
        if (least == NONE && !token.isCharacter(',')) {
            throw new PatternException(Cause.BRACE_CONTENT);
        }
        int most = least;
        if (least != WRONG && token.isCharacter(',')) {
            most = number();
        }
        if (most == WRONG) {
            throw new PatternException(token.is(Kind.END) ? Cause.BRACE : Cause.BRACE_CONTENT);
        }
        return most == NONE ? UNLIMITED : most;
    }

    private void check(int least, int most) throws PatternException {
        if (most != UNLIMITED && least > most || !token.is(Kind.CLOSE_BRACE)) {
            throw new PatternException(Cause.BRACE_CONTENT);
        }
        if (Math.max(least, most) > MOST_REPETITIONS) {
            throw new PatternException(Cause.TOO_LARGE);
        }
    }

    private void loop(int start, boolean mayBeMissing, boolean mayBeMany) throws PatternException {
        if (code.size() == start) {
            return; // nothing, however often
        }
        if (mayBeMany && hasRegisters) { // a round in which nothing is consumed is the last
            code.insert(start, Code.MARK, registers, 0);
            code.add(Code.JUMP_IF_STILL, registers, 2);
            registers++;
        }
        int size = code.size() - start;
        if (mayBeMany && mayBeMissing) {
            code.insert(start, Code.SPLIT, 1, size + 2);
            code.add(Code.JUMP, -(size + 1), 0);
        } else if (mayBeMany) {
            code.add(Code.SPLIT, -size, 1);
        } else if (mayBeMissing) {
            code.insert(start, Code.SPLIT, 1, size + 1);
        }
    }

    private void copies(int start, int least, int most) throws PatternException {
        Code.Stretch stretch = code.take(start);
        long optional = most == UNLIMITED ? 0 : most - least;
        code.makeRoom(least * (long) stretch.size() + optional * (stretch.size() + 1L));
        if (stretch.size() == 0) {
            return;
        }
        for (int i = 0; i < least; i++) {
            code.add(stretch);
        }
        if (most == UNLIMITED) {
            loop(code.size() - stretch.size(), false, true);
        }
        for (long i = optional; i > 0; i--) { // the end is after all that are left
            code.add(Code.SPLIT, 1, (int) (i * (stretch.size() + 1)));
            code.add(stretch);
        }
    }
}
