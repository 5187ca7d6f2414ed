package coex.language.checked;

/// What is built in. Arguments come in the order of a call, the receiver first; types are those of
/// the arguments and of the result, which the call carries.
public enum Operation {
    STRING_LEN,
    STRING_SIZE,
    STRING_GET,
    STRING_SLICE,
    STRING_SETRANGE,
    STRING_CONTAINS,
    STRING_SPLIT,
    STRING_TO_INT,
    STRING_TO_FLOAT,
    STRING_HEX_TO_INT,
    STRING_BYTES,
    STRING_IS_JSON,
    STRING_FROM_HEX,
    STRING_FROM_BYTES,

    LIST_LEN,
    LIST_SIZE,
    LIST_GET,
    LIST_SET,
    LIST_APPEND,
    LIST_SLICE,
    LIST_SETRANGE,

    ARRAY_LEN,
    ARRAY_SIZE,
    ARRAY_GET,
    ARRAY_SET,
    ARRAY_APPEND,
    ARRAY_SLICE,
    ARRAY_SETRANGE,
    ARRAY_FILLED,

    MAP_LEN,
    MAP_SIZE,
    MAP_GET,
    MAP_HAS,
    MAP_SET,
    MAP_REMOVE,
    MAP_KEYS,
    MAP_VALUES,
    MAP_PACKED,

    SET_LEN,
    SET_SIZE,
    SET_HAS,
    SET_ADD,
    SET_REMOVE,

    JSON_IS_NULL,
    JSON_IS_BOOL,
    JSON_IS_INT,
    JSON_IS_FLOAT,
    JSON_IS_STRING,
    JSON_IS_ARRAY,
    JSON_IS_OBJECT,
    JSON_GET_FIELD,
    JSON_GET_ELEMENT,
    JSON_LEN,
    JSON_HAS,
    JSON_SET_FIELD,
    JSON_SET_ELEMENT,
    JSON_APPEND,
    JSON_REMOVE,
    JSON_KEYS,
    JSON_VALUES,
    JSON_PRETTY,

    RESULT_OK,
    RESULT_ERR,
    RESULT_IS_OK,
    RESULT_IS_ERR,
    RESULT_UNWRAP,
    RESULT_UNWRAP_OR,
    RESULT_UNWRAP_ERR,
    RESULT_VALUE,
    RESULT_ERROR,

    POSIX_OPEN(Effect.WORLD),
    POSIX_READ(Effect.WORLD),
    POSIX_READ_ALL(Effect.WORLD),
    POSIX_WRITE(Effect.WORLD),
    POSIX_WRITELN(Effect.WORLD),
    POSIX_SEEK(Effect.WORLD),
    POSIX_CLOSE(Effect.WORLD),
    POSIX_FD(Effect.WORLD),
    POSIX_TIME(Effect.WORLD),
    POSIX_TIME_NS(Effect.WORLD),
    POSIX_GETENV(Effect.WORLD),
    POSIX_RANDOM_SEED(Effect.WORLD),
    POSIX_URANDOM(Effect.WORLD),

    MATRIX_NEW,
    MATRIX_GET,
    MATRIX_SET(Effect.WORLD),
    MATRIX_WIDTH,
    MATRIX_HEIGHT,
    /// The old value of a cell at (matrix, x, y).
    CELL,
    /// That of its neighbour at (matrix, x, y, dx, dy), or nil.
    NEIGHBOUR,

    ATOMIC_NEW(Effect.SHARED),
    ATOMIC_LOAD(Effect.SHARED),
    ATOMIC_STORE(Effect.SHARED),
    ATOMIC_FETCH_ADD(Effect.SHARED),
    ATOMIC_FETCH_SUB(Effect.SHARED),
    ATOMIC_COMPARE_AND_SWAP(Effect.SHARED),
    ATOMIC_SWAP(Effect.SHARED),

    CHANNEL_NEW(Effect.SHARED),
    CHANNEL_SEND(Effect.SHARED),
    CHANNEL_RECEIVE(Effect.SHARED),
    CHANNEL_RECEIVE_TIMEOUT(Effect.SHARED),
    CHANNEL_CLOSE(Effect.SHARED),

    PRINT(Effect.PRINTS),
    DEBUG(Effect.PRINTS),
    SLEEP(Effect.SHARED),
    SQRT,

    GC(Effect.WORLD),
    GC_ASYNC(Effect.WORLD),
    GC_INSTALL_WATERMARK(Effect.WORLD),
    GC_VALIDATE_HEAP(Effect.WORLD),
    GC_DUMP_STATS(Effect.WORLD),
    GC_DUMP_HEAP(Effect.WORLD),
    /// The same with a verbosity.
    GC_DUMP_HEAP_AT(Effect.WORLD),
    GC_DUMP_ROOTS(Effect.WORLD),
    GC_DUMP_SHADOW_STACKS(Effect.WORLD),
    GC_DUMP_HANDLE_TABLE(Effect.WORLD),
    /// The same with a verbosity.
    GC_DUMP_HANDLE_TABLE_AT(Effect.WORLD),
    /// Of a value in the heap, or of what an int names.
    GC_DUMP_OBJECT(Effect.WORLD),
    GC_FRAGMENTATION_REPORT(Effect.WORLD),
    GC_SET_TRACE_LEVEL(Effect.WORLD),

    /// The value of a variable of a session, from its cell.
    SESSION_LOAD(Effect.WORLD),
    /// Puts (value, cell) back.
    SESSION_STORE(Effect.WORLD),
    /// Shows (value, type) to whoever typed an expression.
    SHOW(Effect.PRINTS);

    /// What an operation does besides computing, which decides where it may be used.
    public enum Effect {
        /// Nothing: formulas may use it.
        NONE,
        /// Writes a line: tasks may, formulas may not.
        PRINTS,
        /// Reaches what other tasks see: tasks may, formulas may not.
        SHARED,
        /// Reaches the system.
        WORLD
    }

    private final Effect effect;

    Operation() {
        this(Effect.NONE);
    }

    Operation(Effect effect) {
        this.effect = effect;
    }

    public Effect effect() {
        return effect;
    }
}
