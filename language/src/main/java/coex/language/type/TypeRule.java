package coex.language.type;

/// Rules that belong to one type or construct. Each has a code of its own.
public enum TypeRule {
    FIELDS_AND_CASES("T014", "fields and cases in one type"),
    NO_CHANNEL("T019", "not a channel"),
    NOTHING_TO_RETURN("T020", "nothing to return"),
    NEVER_NIL("T021", "never nil"),
    NO_CONVERSION("T022", "no such conversion"),
    NO_TEXT("T023", "no text"),
    NO_OBJECT("T024", "no object"),
    RESULT_OF_BOTH("T025", "a Result of both or neither"),
    NO_RECEIVER("T026", "method without a receiver"),
    SEVERAL_ENUMS("T027", "variant of several types"),
    NO_VARIANT("T028", "enum without a variant"),
    RANGE_AS_VALUE("T029", "range outside a loop"),
    TYPE_TOO_LARGE("T030", "type too large"),
    ENDLESS_INSTANCES("T031", "endless instances"),
    ENDLESS_TYPE("T032", "endless type"),
    NO_CELLS("T033", "matrix without cells");

    private final String code;
    private final String title;

    TypeRule(String code, String title) {
        this.code = code;
        this.title = title;
    }

    String code() {
        return code;
    }

    /// What is wrong if it is broken, as the title of a report.
    String title() {
        return title;
    }
}
