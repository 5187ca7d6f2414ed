package coex.runtime.call;

import coex.collections.json.JsonParser;
import coex.collections.json.JsonSyntaxException;
import coex.collections.list.ListType;
import coex.collections.text.StringNumbers;
import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;
import coex.runtime.program.ProgramRuntime;

/// Strings. Those that give strings or lists are safepoints and keep what they are given. Looking
/// at a long text ends with `SafepointRequested` if somebody asks for something: generated code
/// then calls the method in steps.
public final class StringCalls {

    private StringCalls() {}

    private static final int SIZE_OF_EMPTY = 32;

    @GivesUp
    public static long length(MutatorContext mutator, ProgramRuntime runtime, long string) {
        return runtime.values().strings().length(mutator, string, Pause.GIVE_UP);
    }

    @Quiet
    public static long byteLength(MutatorContext mutator, ProgramRuntime runtime, long string) {
        return runtime.values().strings().byteLength(mutator, string);
    }

    @Quiet
    public static long size(MutatorContext mutator, ProgramRuntime runtime, long string) {
        return SIZE_OF_EMPTY + byteLength(mutator, runtime, string);
    }

    @Quiet
    public static long get(
            MutatorContext mutator, ProgramRuntime runtime, long string, long position) {
        return runtime.values().strings().byteAt(mutator, string, position);
    }

    @GivesUp
    public static boolean contains(
            MutatorContext mutator, ProgramRuntime runtime, long string, long sought) {
        return runtime.values().strings().contains(mutator, string, sought, Pause.GIVE_UP);
    }

    @GivesUp
    public static boolean equal(
            MutatorContext mutator, ProgramRuntime runtime, long first, long second) {
        return runtime.values().strings().equal(mutator, first, second, Pause.GIVE_UP);
    }

    @GivesUp
    public static long compare(
            MutatorContext mutator, ProgramRuntime runtime, long first, long second) {
        return runtime.values().strings().compare(mutator, first, second, Pause.GIVE_UP);
    }

    // The same in steps, for texts so long that the collector asks meanwhile. Safepoints; they keep
    // the strings.

    @Safepoint
    public static long lengthInSteps(MutatorContext mutator, ProgramRuntime runtime, long string) {
        try (RootFrame _ = RootFrame.of(mutator, string)) {
            return runtime.values().strings().length(mutator, string, Pause.POLL);
        }
    }

    @Safepoint
    public static boolean containsInSteps(
            MutatorContext mutator, ProgramRuntime runtime, long string, long sought) {
        try (RootFrame _ = RootFrame.of(mutator, string, sought)) {
            return runtime.values().strings().contains(mutator, string, sought, Pause.POLL);
        }
    }

    @Safepoint
    public static boolean equalInSteps(
            MutatorContext mutator, ProgramRuntime runtime, long first, long second) {
        try (RootFrame _ = RootFrame.of(mutator, first, second)) {
            return runtime.values().strings().equal(mutator, first, second, Pause.POLL);
        }
    }

    @Safepoint
    public static long compareInSteps(
            MutatorContext mutator, ProgramRuntime runtime, long first, long second) {
        try (RootFrame _ = RootFrame.of(mutator, first, second)) {
            return runtime.values().strings().compare(mutator, first, second, Pause.POLL);
        }
    }

    /// Where the character that begins at a position ends.
    @Quiet
    public static long endOfCharacter(
            MutatorContext mutator, ProgramRuntime runtime, long string, long position) {
        var strings = runtime.values().strings();
        int length = strings.byteLength(mutator, string);
        long end = position + 1;
        while (end < length && (strings.byteAt(mutator, string, end) & 0xC0) == 0x80) {
            end++;
        }
        return end;
    }

    @Safepoint
    public static long concat(
            MutatorContext mutator, ProgramRuntime runtime, long first, long second) {
        return runtime.values().strings().concat(mutator, first, second);
    }

    @Safepoint
    public static long slice(
            MutatorContext mutator, ProgramRuntime runtime, long string, long from, long to) {
        return runtime.values().pieces().range(mutator, string, from, to);
    }

    @Safepoint
    public static long setRange(
            MutatorContext mutator,
            ProgramRuntime runtime,
            long string,
            long from,
            long to,
            long source) {
        return runtime.values().pieces().setRange(mutator, string, from, to, source);
    }

    @Safepoint
    public static long split(
            MutatorContext mutator,
            ProgramRuntime runtime,
            ListType lists,
            long string,
            long delimiter) {
        return runtime.values().pieces().split(mutator, string, delimiter);
    }

    @Safepoint
    public static long bytes(
            MutatorContext mutator, ProgramRuntime runtime, ListType lists, long string) {
        return runtime.values().stringBytes().toList(mutator, string);
    }

    @Safepoint
    public static long fromBytes(
            MutatorContext mutator, ProgramRuntime runtime, ListType lists, long list) {
        return runtime.values().stringBytes().ofList(mutator, list);
    }

    @Safepoint
    public static long fromHex(MutatorContext mutator, ProgramRuntime runtime, long number) {
        StringNumbers numbers = runtime.values().takeNumbers();
        long text = numbers.ofHex(mutator, number);
        runtime.values().giveBack(numbers);
        return text;
    }

    @Safepoint
    public static boolean isJson(MutatorContext mutator, ProgramRuntime runtime, long string) {
        JsonParser parser = runtime.values().takeParser();
        try {
            parser.parse(mutator, string);
            return true;
        } catch (JsonSyntaxException _) {
            return false;
        } finally {
            runtime.values().giveBack(parser);
        }
    }

    // Numbers in strings: whether there is one, and which

    @Quiet
    public static boolean hasInt(MutatorContext mutator, ProgramRuntime runtime, long string) {
        StringNumbers numbers = runtime.values().takeNumbers();
        boolean is = numbers.readWhole(mutator, string);
        runtime.values().giveBack(numbers);
        return is;
    }

    @Quiet
    public static long toInt(MutatorContext mutator, ProgramRuntime runtime, long string) {
        StringNumbers numbers = runtime.values().takeNumbers();
        numbers.readWhole(mutator, string);
        long value = numbers.longValue();
        runtime.values().giveBack(numbers);
        return value;
    }

    @Quiet
    public static boolean hasHex(MutatorContext mutator, ProgramRuntime runtime, long string) {
        StringNumbers numbers = runtime.values().takeNumbers();
        boolean is = numbers.readHex(mutator, string);
        runtime.values().giveBack(numbers);
        return is;
    }

    @Quiet
    public static long toHex(MutatorContext mutator, ProgramRuntime runtime, long string) {
        StringNumbers numbers = runtime.values().takeNumbers();
        numbers.readHex(mutator, string);
        long value = numbers.longValue();
        runtime.values().giveBack(numbers);
        return value;
    }

    @Quiet
    public static boolean hasFloat(MutatorContext mutator, ProgramRuntime runtime, long string) {
        StringNumbers numbers = runtime.values().takeNumbers();
        boolean is = numbers.readFraction(mutator, string);
        runtime.values().giveBack(numbers);
        return is;
    }

    @Quiet
    public static double toFloat(MutatorContext mutator, ProgramRuntime runtime, long string) {
        StringNumbers numbers = runtime.values().takeNumbers();
        numbers.readFraction(mutator, string);
        double value = numbers.doubleValue();
        runtime.values().giveBack(numbers);
        return value;
    }
}
