package coex.language.checked;

/// How a value of one type becomes one of another.
public enum Conversion {
    INT_TO_FLOAT,
    /// Toward zero; out of range, the nearest.
    FLOAT_TO_INT,
    BOOL_TO_INT,
    BYTE_TO_INT,
    /// Modulo 256.
    INT_TO_BYTE,
    CHAR_TO_INT,
    INT_TO_CHAR,

    /// `T` to `T?`.
    WRAP,
    /// `T?` to `T`, known not to be nil.
    UNWRAP,
    /// `T?` to `T`; nil is a runtime error.
    UNWRAP_CHECKED,
    /// `T?` to `T`; nil becomes the zero value.
    UNWRAP_OR_ZERO,

    LIST_TO_ARRAY,
    LIST_TO_SET,
    ARRAY_TO_LIST,
    ARRAY_TO_SET,
    SET_TO_LIST,
    SET_TO_ARRAY,

    /// Any value to `json`.
    TO_JSON,
    /// `json` to any type it can hold; a value of another form is a runtime error.
    FROM_JSON,
    /// The same, with nil instead of the error.
    FROM_JSON_OR_NIL,
    /// `string` to `json`; text that is not JSON is a runtime error.
    PARSE_JSON,
    /// The same, with nil instead of the error.
    PARSE_JSON_OR_NIL,

    /// As `String.from` writes it.
    TO_STRING,

    /// Any value to `bool`, as conditions take it.
    TRUTH,

    /// A function value for one of another kind or with names left out: nothing to do.
    SAME
}
