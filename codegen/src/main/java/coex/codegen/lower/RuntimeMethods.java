package coex.codegen.lower;

import coex.codegen.ir.RuntimeMethod;
import coex.language.checked.Operation;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/// The methods of the runtime that lowered code calls, apart from those of operations.
public final class RuntimeMethods {

    static final RuntimeMethod EQUAL = givingUp("ValueCalls", "equal");
    static final RuntimeMethod COMPARE_TEXT = givingUp("StringCalls", "compare");
    static final RuntimeMethod EQUAL_TEXT = givingUp("StringCalls", "equal");
    static final RuntimeMethod CONCAT = safepoint("StringCalls", "concat");
    static final RuntimeMethod TO_STRING = safepoint("ValueCalls", "toText");
    static final RuntimeMethod TO_JSON = safepoint("ValueCalls", "toJson");
    static final RuntimeMethod FROM_JSON = safepoint("ValueCalls", "fromJson");
    static final RuntimeMethod FROM_JSON_OR_NIL = safepoint("ValueCalls", "fromJsonOrNil");
    static final RuntimeMethod PARSE_JSON = safepoint("JsonCalls", "parse");
    static final RuntimeMethod PARSE_JSON_OR_NIL = safepoint("JsonCalls", "parseOrNil");
    static final RuntimeMethod EMPTY_OBJECT = quiet("JsonCalls", "emptyObject");
    static final RuntimeMethod SET_FIELD = safepoint("JsonCalls", "setField");
    static final RuntimeMethod NOT_OK = safepoint("Failures", "notOk");
    static final RuntimeMethod NOT_ERR = safepoint("Failures", "notErr");

    private RuntimeMethods() {}

    /// What operations become that are a single call, for those who compare it with the methods
    /// themselves.
    public static Set<RuntimeMethod> ofOperations() {
        return Arrays.stream(Operation.values())
                .flatMap(operation -> Convention.find(operation).stream())
                .map(Convention::method)
                .collect(Collectors.toSet());
    }

    static RuntimeMethod quiet(String owner, String name) {
        return new RuntimeMethod(owner, name, false, false);
    }

    static RuntimeMethod safepoint(String owner, String name) {
        return new RuntimeMethod(owner, name, true, false);
    }

    /// Quiet as long as it is brief.
    static RuntimeMethod givingUp(String owner, String name) {
        return new RuntimeMethod(owner, name, false, true);
    }
}
