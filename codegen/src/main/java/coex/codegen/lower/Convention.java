package coex.codegen.lower;

import coex.codegen.ir.Argument;
import coex.codegen.ir.RuntimeMethod;
import coex.language.checked.CheckedExpr;
import coex.language.checked.Operation;

import java.util.Optional;

/// How an operation calls the runtime.
///
/// @param given the constant that goes before the operands
/// @param usesBits whether operands after the first are elements, given as bits
/// @param givesBits whether the result is an element, given as bits
record Convention(RuntimeMethod method, Given given, boolean usesBits, boolean givesBits) {

    /// A constant object that an operation is given.
    enum Given {
        NOTHING,
        /// The operations of the receiver's collection type.
        COLLECTION,
        /// Those of the result's.
        RESULT_COLLECTION,
        /// What the runtime knows of the receiver's type.
        TYPE,
        /// What it knows of the result's.
        RESULT_TYPE
    }

    private static Convention quiet(String owner, String name, Given given) {
        return new Convention(RuntimeMethods.quiet(owner, name), given, false, false);
    }

    private static Convention safepoint(String owner, String name, Given given) {
        return new Convention(RuntimeMethods.safepoint(owner, name), given, false, false);
    }

    private static Convention givingUp(String owner, String name, Given given) {
        return new Convention(RuntimeMethods.givingUp(owner, name), given, false, false);
    }

    private Convention withBits() {
        return new Convention(method, given, true, givesBits);
    }

    private Convention forBits() {
        return new Convention(method, given, usesBits, true);
    }

    /// Whether even the first operand is given as bits: there is no receiver.
    boolean bitsFirst() {
        return usesBits && (given == Given.RESULT_TYPE || given == Given.TYPE && isOutput());
    }

    private boolean isOutput() {
        return switch (method.owner()) {
            case "OutputCalls", "SessionCalls", "GcCalls" -> true;
            default -> false;
        };
    }

    Optional<Argument> constant(CheckedExpr.Operate operate) {
        return switch (given) {
            case NOTHING -> Optional.empty();
            case COLLECTION ->
                    Optional.of(
                            new Argument.CollectionObject(operate.arguments().getFirst().type()));
            case RESULT_COLLECTION -> Optional.of(new Argument.CollectionObject(operate.type()));
            case TYPE ->
                    Optional.of(new Argument.TypeObject(operate.arguments().getFirst().type()));
            case RESULT_TYPE -> Optional.of(new Argument.TypeObject(operate.type()));
        };
    }

    static Convention of(Operation operation) {
        return find(operation)
                .orElseThrow(() -> new IllegalArgumentException("not a single call: " + operation));
    }

    /// Nothing if the operation is not a single call.
    static Optional<Convention> find(Operation operation) {
        return Optional.ofNullable(orNull(operation));
    }

    private static Convention orNull(Operation operation) {
        return switch (operation) {
            case STRING_LEN -> givingUp("StringCalls", "length", Given.NOTHING);
            case STRING_SIZE -> quiet("StringCalls", "size", Given.NOTHING);
            case STRING_GET -> quiet("StringCalls", "get", Given.NOTHING);
            case STRING_SLICE -> safepoint("StringCalls", "slice", Given.NOTHING);
            case STRING_SETRANGE -> safepoint("StringCalls", "setRange", Given.NOTHING);
            case STRING_CONTAINS -> givingUp("StringCalls", "contains", Given.NOTHING);
            case STRING_SPLIT -> safepoint("StringCalls", "split", Given.RESULT_COLLECTION);
            case STRING_BYTES -> safepoint("StringCalls", "bytes", Given.RESULT_COLLECTION);
            case STRING_IS_JSON -> safepoint("StringCalls", "isJson", Given.NOTHING);
            case STRING_FROM_HEX -> safepoint("StringCalls", "fromHex", Given.NOTHING);
            case STRING_FROM_BYTES -> safepoint("StringCalls", "fromBytes", Given.COLLECTION);

            case LIST_LEN -> quiet("ListCalls", "length", Given.COLLECTION);
            case LIST_SIZE -> quiet("ListCalls", "size", Given.TYPE);
            case LIST_GET -> quiet("ListCalls", "get", Given.COLLECTION).forBits();
            case LIST_SET -> safepoint("ListCalls", "set", Given.COLLECTION).withBits();
            case LIST_APPEND -> safepoint("ListCalls", "append", Given.COLLECTION).withBits();
            case LIST_SLICE -> safepoint("ListCalls", "slice", Given.COLLECTION);
            case LIST_SETRANGE -> safepoint("ListCalls", "setRange", Given.COLLECTION);

            case ARRAY_LEN -> quiet("ArrayCalls", "length", Given.COLLECTION);
            case ARRAY_SIZE -> quiet("ArrayCalls", "size", Given.TYPE);
            case ARRAY_GET -> quiet("ArrayCalls", "get", Given.COLLECTION).forBits();
            case ARRAY_SET -> safepoint("ArrayCalls", "set", Given.COLLECTION).withBits();
            case ARRAY_APPEND -> safepoint("ArrayCalls", "append", Given.COLLECTION).withBits();
            case ARRAY_SLICE -> safepoint("ArrayCalls", "slice", Given.COLLECTION);
            case ARRAY_SETRANGE -> safepoint("ArrayCalls", "setRange", Given.COLLECTION);
            case ARRAY_FILLED ->
                    safepoint("ArrayCalls", "filled", Given.RESULT_COLLECTION).withBits();

            case MAP_LEN -> quiet("MapCalls", "length", Given.COLLECTION);
            case MAP_SIZE -> quiet("MapCalls", "size", Given.COLLECTION);
            case MAP_HAS -> quiet("MapCalls", "has", Given.COLLECTION).withBits();
            case MAP_SET -> safepoint("MapCalls", "set", Given.COLLECTION).withBits();
            case MAP_REMOVE -> safepoint("MapCalls", "remove", Given.COLLECTION).withBits();
            case MAP_KEYS -> safepoint("MapCalls", "keys", Given.COLLECTION);
            case MAP_VALUES -> safepoint("MapCalls", "values", Given.COLLECTION);

            case SET_LEN -> quiet("SetCalls", "length", Given.COLLECTION);
            case SET_SIZE -> quiet("SetCalls", "size", Given.COLLECTION);
            case SET_HAS -> quiet("SetCalls", "has", Given.COLLECTION).withBits();
            case SET_ADD -> safepoint("SetCalls", "add", Given.COLLECTION).withBits();
            case SET_REMOVE -> safepoint("SetCalls", "remove", Given.COLLECTION).withBits();

            case JSON_IS_NULL -> quiet("JsonCalls", "isNull", Given.NOTHING);
            case JSON_IS_BOOL -> quiet("JsonCalls", "isBool", Given.NOTHING);
            case JSON_IS_INT -> quiet("JsonCalls", "isInt", Given.NOTHING);
            case JSON_IS_FLOAT -> quiet("JsonCalls", "isFloat", Given.NOTHING);
            case JSON_IS_STRING -> quiet("JsonCalls", "isString", Given.NOTHING);
            case JSON_IS_ARRAY -> quiet("JsonCalls", "isArray", Given.NOTHING);
            case JSON_IS_OBJECT -> quiet("JsonCalls", "isObject", Given.NOTHING);
            case JSON_GET_FIELD -> quiet("JsonCalls", "getField", Given.NOTHING);
            case JSON_GET_ELEMENT -> quiet("JsonCalls", "getElement", Given.NOTHING);
            case JSON_LEN -> quiet("JsonCalls", "length", Given.NOTHING);
            case JSON_HAS -> quiet("JsonCalls", "has", Given.NOTHING);
            case JSON_SET_FIELD -> safepoint("JsonCalls", "setField", Given.NOTHING);
            case JSON_SET_ELEMENT -> safepoint("JsonCalls", "setElement", Given.NOTHING);
            case JSON_APPEND -> safepoint("JsonCalls", "append", Given.NOTHING);
            case JSON_REMOVE -> safepoint("JsonCalls", "remove", Given.NOTHING);
            case JSON_KEYS -> safepoint("JsonCalls", "keys", Given.NOTHING);
            case JSON_VALUES -> safepoint("JsonCalls", "values", Given.NOTHING);
            case JSON_PRETTY -> safepoint("JsonCalls", "pretty", Given.NOTHING);

            case POSIX_OPEN -> safepoint("PosixCalls", "open", Given.RESULT_TYPE);
            case POSIX_READ -> safepoint("PosixCalls", "read", Given.RESULT_TYPE);
            case POSIX_READ_ALL -> safepoint("PosixCalls", "readAll", Given.RESULT_TYPE);
            case POSIX_WRITE -> safepoint("PosixCalls", "write", Given.RESULT_TYPE);
            case POSIX_WRITELN -> safepoint("PosixCalls", "writeLine", Given.RESULT_TYPE);
            case POSIX_SEEK -> safepoint("PosixCalls", "seek", Given.RESULT_TYPE);
            case POSIX_CLOSE -> safepoint("PosixCalls", "close", Given.RESULT_TYPE);
            case POSIX_FD -> quiet("PosixCalls", "descriptor", Given.NOTHING);
            case POSIX_TIME -> quiet("PosixCalls", "time", Given.NOTHING);
            case POSIX_TIME_NS -> quiet("PosixCalls", "timeNanos", Given.NOTHING);
            case POSIX_GETENV -> safepoint("PosixCalls", "getenv", Given.NOTHING);
            case POSIX_RANDOM_SEED -> quiet("PosixCalls", "randomSeed", Given.NOTHING);
            case POSIX_URANDOM -> safepoint("PosixCalls", "urandom", Given.RESULT_COLLECTION);

            case MATRIX_GET, CELL -> quiet("MatrixCalls", "get", Given.COLLECTION).forBits();
            case MATRIX_SET -> quiet("MatrixCalls", "set", Given.COLLECTION).withBits();
            case MATRIX_WIDTH -> quiet("MatrixCalls", "width", Given.COLLECTION);
            case MATRIX_HEIGHT -> quiet("MatrixCalls", "height", Given.COLLECTION);
            case NEIGHBOUR -> safepoint("MatrixCalls", "neighbour", Given.TYPE);

            case ATOMIC_NEW -> safepoint("AtomicCalls", "create", Given.RESULT_TYPE).withBits();
            case ATOMIC_LOAD -> quiet("AtomicCalls", "load", Given.TYPE).forBits();
            case ATOMIC_STORE -> quiet("AtomicCalls", "store", Given.TYPE).withBits();
            case ATOMIC_COMPARE_AND_SWAP ->
                    quiet("AtomicCalls", "compareAndSwap", Given.TYPE).withBits();
            case ATOMIC_SWAP -> quiet("AtomicCalls", "swap", Given.TYPE).withBits().forBits();

            case CHANNEL_NEW -> safepoint("ChannelCalls", "create", Given.RESULT_TYPE);
            case CHANNEL_SEND -> safepoint("ChannelCalls", "send", Given.TYPE).withBits();
            case CHANNEL_RECEIVE -> safepoint("ChannelCalls", "receive", Given.TYPE);
            case CHANNEL_RECEIVE_TIMEOUT -> safepoint("ChannelCalls", "receiveTimeout", Given.TYPE);
            case CHANNEL_CLOSE -> safepoint("ChannelCalls", "close", Given.TYPE);

            case PRINT -> safepoint("OutputCalls", "print", Given.TYPE).withBits();
            case DEBUG -> safepoint("OutputCalls", "debug", Given.TYPE).withBits();
            case SHOW -> safepoint("OutputCalls", "show", Given.TYPE).withBits();
            case SESSION_LOAD -> quiet("SessionCalls", "load", Given.RESULT_TYPE).forBits();
            case SESSION_STORE -> safepoint("SessionCalls", "store", Given.TYPE).withBits();
            case SLEEP -> safepoint("TimeCalls", "sleep", Given.NOTHING);
            case SQRT -> quiet("NumberCalls", "sqrt", Given.NOTHING);

            case GC -> safepoint("GcCalls", "collect", Given.NOTHING);
            case GC_ASYNC -> safepoint("GcCalls", "collectLater", Given.NOTHING);
            case GC_INSTALL_WATERMARK -> safepoint("GcCalls", "installWatermark", Given.NOTHING);
            case GC_VALIDATE_HEAP -> safepoint("GcCalls", "validateHeap", Given.NOTHING);
            case GC_DUMP_STATS -> safepoint("GcCalls", "dumpStats", Given.NOTHING);
            case GC_DUMP_HEAP -> safepoint("GcCalls", "dumpHeap", Given.NOTHING);
            case GC_DUMP_HEAP_AT -> safepoint("GcCalls", "dumpHeapAt", Given.NOTHING);
            case GC_DUMP_ROOTS -> safepoint("GcCalls", "dumpRoots", Given.NOTHING);
            case GC_DUMP_SHADOW_STACKS -> safepoint("GcCalls", "dumpShadowStacks", Given.NOTHING);
            case GC_DUMP_HANDLE_TABLE -> safepoint("GcCalls", "dumpHandleTable", Given.NOTHING);
            case GC_DUMP_HANDLE_TABLE_AT ->
                    safepoint("GcCalls", "dumpHandleTableAt", Given.NOTHING);
            case GC_DUMP_OBJECT -> safepoint("GcCalls", "dumpObject", Given.TYPE).withBits();
            case GC_FRAGMENTATION_REPORT ->
                    safepoint("GcCalls", "fragmentationReport", Given.NOTHING);
            case GC_SET_TRACE_LEVEL -> safepoint("GcCalls", "setTraceLevel", Given.NOTHING);

            case RESULT_OK,
                    RESULT_ERR,
                    RESULT_IS_OK,
                    RESULT_IS_ERR,
                    RESULT_UNWRAP,
                    RESULT_UNWRAP_OR,
                    RESULT_UNWRAP_ERR,
                    RESULT_VALUE,
                    RESULT_ERROR,
                    MAP_GET,
                    MAP_PACKED,
                    MATRIX_NEW,
                    ATOMIC_FETCH_ADD,
                    ATOMIC_FETCH_SUB,
                    STRING_TO_INT,
                    STRING_TO_FLOAT,
                    STRING_HEX_TO_INT ->
                    null;
        };
    }
}
