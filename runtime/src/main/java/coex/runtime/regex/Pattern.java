package coex.runtime.regex;

/// A regular expression as POSIX has them, compiled. Immutable, so any thread may match with it.
///
/// Whether a text matches is found in time proportional to the text's length times that of the
/// code, whatever the pattern, and in memory for the code alone ([StateSets]). Only back references
/// need a search that may not end ([Backtracking]); that is given up after so many steps (design
/// note 0029).
public final class Pattern {

    // Flags of patterns

    public static final int EXTENDED = 1;
    public static final int IGNORE_CASE = 2;

    /// Newlines end lines: only `\n` itself and `[` lists that name it match one.
    public static final int LINES = 4;

    /// All that there are; the last one says that only the answer is wanted, which is so anyway.
    public static final int FLAGS = 15;

    // Flags of matches

    public static final int NOT_AT_LINE_START = 1;
    public static final int NOT_AT_LINE_END = 2;
    public static final int MATCH_FLAGS = 3;

    /// For messages.
    public static final String LIMITS =
            "at most %d bytes, %d groups in each other, %d repetitions, %d instructions"
                    .formatted(
                            PatternParser.MOST_BYTES,
                            PatternParser.MOST_NESTED,
                            PatternParser.MOST_REPETITIONS,
                            Code.MOST_INSTRUCTIONS);

    private static final int BYTES_OF_OBJECTS = 512;

    final int[] operations;
    final int[] first;
    final int[] second;
    final CharacterSet[] sets;
    final boolean ignoresCase;
    final boolean hasLines;

    /// None if the pattern has no back references.
    final int registers;

    /// @param code not used by anyone else any more
    Pattern(Code code, int flags, int registers) {
        this.operations = code.operations;
        this.first = code.first;
        this.second = code.second;
        this.sets = code.sets.toArray(CharacterSet[]::new);
        this.ignoresCase = (flags & IGNORE_CASE) != 0;
        this.hasLines = (flags & LINES) != 0;
        this.registers = registers;
    }

    /// @param pause called again and again while it takes time; what it throws ends the compilation
    public static Pattern compile(byte[] utf8, int flags, Runnable pause) throws PatternException {
        return PatternParser.parse(utf8, flags, pause);
    }

    /// Whether the pattern is somewhere in a text.
    ///
    /// @param pause called again and again while it takes time; what it throws ends the match
    public boolean isIn(byte[] utf8, int flags, Runnable pause) {
        var text = new Text(utf8);
        return registers == 0
                ? new StateSets(this, text, flags, pause).isFound()
                : new Backtracking(this, text, flags, pause).isFound();
    }

    /// What it takes of memory, about.
    public long bytes() {
        long bytes = BYTES_OF_OBJECTS + 3L * Integer.BYTES * operations.length;
        for (CharacterSet set : sets) {
            bytes += set.bytes();
        }
        return bytes;
    }

    /// Whether an instruction that consumes a character takes this one.
    ///
    /// @param folded the character, folded if case is ignored
    boolean takes(int instruction, int character, int folded) {
        return switch (operations[instruction]) {
            case Code.CHARACTER -> first[instruction] == folded;
            case Code.ANY -> true;
            case Code.ANY_IN_LINE -> character != '\n';
            case Code.SET -> sets[first[instruction]].contains(character);
            default -> false;
        };
    }

    int folded(int character) {
        return ignoresCase ? Text.folded(character) : character;
    }

    /// Whether it can be only where a text begins.
    boolean isAnchored() {
        return operations[0] == Code.ASSERT
                && (first[0] == Assertion.TEXT_START.ordinal()
                        || first[0] == Assertion.LINE_START.ordinal() && !hasLines);
    }
}
