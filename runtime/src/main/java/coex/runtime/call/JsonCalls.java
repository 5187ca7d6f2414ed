package coex.runtime.call;

import coex.collections.json.JsonKind;
import coex.collections.json.JsonParser;
import coex.collections.json.JsonSyntaxException;
import coex.collections.json.JsonWriter;
import coex.gc.mutator.MutatorContext;
import coex.runtime.error.CoexError;
import coex.runtime.program.ProgramRuntime;

/// Json. Those that make something are safepoints and keep what they are given.
public final class JsonCalls {

    private JsonCalls() {}

    @Quiet
    public static boolean isNull(MutatorContext mutator, ProgramRuntime runtime, long json) {
        return runtime.values().json().kind(mutator, json) == JsonKind.NULL;
    }

    @Quiet
    public static boolean isBool(MutatorContext mutator, ProgramRuntime runtime, long json) {
        return runtime.values().json().kind(mutator, json) == JsonKind.BOOL;
    }

    @Quiet
    public static boolean isInt(MutatorContext mutator, ProgramRuntime runtime, long json) {
        return runtime.values().json().kind(mutator, json) == JsonKind.INT;
    }

    @Quiet
    public static boolean isFloat(MutatorContext mutator, ProgramRuntime runtime, long json) {
        return runtime.values().json().kind(mutator, json) == JsonKind.FLOAT;
    }

    @Quiet
    public static boolean isString(MutatorContext mutator, ProgramRuntime runtime, long json) {
        return runtime.values().json().kind(mutator, json) == JsonKind.STRING;
    }

    @Quiet
    public static boolean isArray(MutatorContext mutator, ProgramRuntime runtime, long json) {
        return runtime.values().json().kind(mutator, json) == JsonKind.ARRAY;
    }

    @Quiet
    public static boolean isObject(MutatorContext mutator, ProgramRuntime runtime, long json) {
        return runtime.values().json().kind(mutator, json) == JsonKind.OBJECT;
    }

    @Quiet
    public static long getField(
            MutatorContext mutator, ProgramRuntime runtime, long json, long name) {
        return runtime.values().json().field(mutator, json, name);
    }

    @Quiet
    public static long getElement(
            MutatorContext mutator, ProgramRuntime runtime, long json, long index) {
        return runtime.values().json().element(mutator, json, index);
    }

    @Quiet
    public static long length(MutatorContext mutator, ProgramRuntime runtime, long json) {
        return runtime.values().json().length(mutator, json);
    }

    @Quiet
    public static boolean has(
            MutatorContext mutator, ProgramRuntime runtime, long json, long name) {
        return runtime.values().json().hasField(mutator, json, name);
    }

    @Quiet
    public static long emptyObject(MutatorContext mutator, ProgramRuntime runtime) {
        return runtime.values().emptyObject();
    }

    @Safepoint
    public static long setField(
            MutatorContext mutator, ProgramRuntime runtime, long json, long name, long value) {
        return runtime.values().json().withField(mutator, json, name, value);
    }

    @Safepoint
    public static long setElement(
            MutatorContext mutator, ProgramRuntime runtime, long json, long index, long value) {
        return runtime.values().json().withElement(mutator, json, index, value);
    }

    @Safepoint
    public static long append(
            MutatorContext mutator, ProgramRuntime runtime, long json, long value) {
        return runtime.values().json().append(mutator, json, value);
    }

    @Safepoint
    public static long remove(
            MutatorContext mutator, ProgramRuntime runtime, long json, long name) {
        return runtime.values().json().withoutField(mutator, json, name);
    }

    @Safepoint
    public static long keys(MutatorContext mutator, ProgramRuntime runtime, long json) {
        return runtime.values().json().keys(mutator, json);
    }

    @Safepoint
    public static long values(MutatorContext mutator, ProgramRuntime runtime, long json) {
        return runtime.values().json().values(mutator, json);
    }

    @Safepoint
    public static long pretty(
            MutatorContext mutator, ProgramRuntime runtime, long json, long spaces) {
        JsonWriter writer = runtime.values().takeWriter();
        long text = writer.pretty(mutator, json, spaces);
        runtime.values().giveBack(writer);
        return text;
    }

    @Safepoint
    public static long parse(MutatorContext mutator, ProgramRuntime runtime, long string) {
        JsonParser parser = runtime.values().takeParser();
        try {
            return parser.parse(mutator, string);
        } catch (JsonSyntaxException e) {
            throw new CoexError("conversion failed: " + e.getMessage());
        } finally {
            runtime.values().giveBack(parser);
        }
    }

    @Safepoint
    public static long parseOrNil(MutatorContext mutator, ProgramRuntime runtime, long string) {
        JsonParser parser = runtime.values().takeParser();
        try {
            return parser.parse(mutator, string);
        } catch (JsonSyntaxException _) {
            return runtime.values().nil();
        } finally {
            runtime.values().giveBack(parser);
        }
    }
}
