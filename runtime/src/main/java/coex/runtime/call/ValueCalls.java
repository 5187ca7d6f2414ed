package coex.runtime.call;

import coex.collections.text.StringNumbers;
import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;
import coex.runtime.error.CoexError;
import coex.runtime.error.ConversionException;
import coex.runtime.program.ProgramRuntime;
import coex.runtime.type.FloatType;
import coex.runtime.type.OptionalType;
import coex.runtime.type.RuntimeType;
import coex.runtime.type.StringType;
import coex.runtime.type.TextSink;

/// What every type has: equality, text, and json. Comparing large values ends with
/// `SafepointRequested` if somebody asks for something: generated code then calls the method in
/// steps.
public final class ValueCalls {

    private ValueCalls() {}

    @GivesUp
    public static boolean equal(
            MutatorContext mutator,
            ProgramRuntime runtime,
            RuntimeType type,
            long first,
            long second) {
        return type.isEqual(mutator, first, second, Pause.GIVE_UP);
    }

    /// The same in steps, for what is so large that the collector asks meanwhile. A safepoint; it
    /// keeps the values.
    @Safepoint
    public static boolean equalInSteps(
            MutatorContext mutator,
            ProgramRuntime runtime,
            RuntimeType type,
            long first,
            long second) {
        boolean isReference = type.isReference();
        try (RootFrame _ =
                RootFrame.of(mutator, isReference ? first : 0, isReference ? second : 0)) {
            return type.isEqual(mutator, first, second, Pause.POLL);
        }
    }

    /// What `String.from` gives. A safepoint; it keeps the value.
    @Safepoint
    public static long toText(
            MutatorContext mutator, ProgramRuntime runtime, RuntimeType type, long bits) {
        if (type instanceof StringType) {
            return bits;
        }
        if (type instanceof FloatType) {
            StringNumbers numbers = runtime.values().takeNumbers();
            long text = numbers.ofDouble(mutator, Double.longBitsToDouble(bits));
            runtime.values().giveBack(numbers);
            return text;
        }
        TextSink sink = runtime.values().takeSink();
        try (RootFrame _ = RootFrame.of(mutator, type.isReference() ? bits : 0)) {
            type.write(mutator, bits, sink, false);
        }
        long text = runtime.values().strings().of(mutator, sink.bytes(), 0, sink.count());
        runtime.values().giveBack(sink);
        return text;
    }

    /// A safepoint; it keeps the value.
    @Safepoint
    public static long toJson(
            MutatorContext mutator, ProgramRuntime runtime, RuntimeType type, long bits) {
        try (RootFrame _ = RootFrame.of(mutator, type.isReference() ? bits : 0)) {
            return type.toJson(mutator, bits);
        }
    }

    /// A safepoint; it keeps the json.
    @Safepoint
    public static long fromJson(
            MutatorContext mutator, ProgramRuntime runtime, RuntimeType type, long json) {
        try (RootFrame _ = RootFrame.of(mutator, json)) {
            return type instanceof StringType strings
                    ? strings.anyFromJson(mutator, json)
                    : type.fromJson(mutator, json);
        } catch (ConversionException e) {
            throw new CoexError("conversion failed: " + e.getMessage());
        }
    }

    /// The optional value; nil if the json stands for none. A safepoint; it keeps the json.
    @Safepoint
    public static long fromJsonOrNil(
            MutatorContext mutator, ProgramRuntime runtime, RuntimeType type, long json) {
        var optional = (OptionalType) type;
        try (RootFrame _ = RootFrame.of(mutator, json)) {
            return json != 0 && optional.value() instanceof StringType strings
                    ? strings.anyFromJson(mutator, json)
                    : optional.fromJson(mutator, json);
        } catch (ConversionException _) {
            return optional.nil();
        }
    }
}
