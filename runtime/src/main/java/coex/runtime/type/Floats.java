package coex.runtime.type;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/// Where values of a type can have floats in them.
enum Floats {
    NOWHERE,

    /// In json, which has its own way to know whether there is a NaN.
    IN_JSON,
    ANYWHERE;

    /// Goes through all types that a value of `type` can be made of.
    static Floats in(RuntimeType type) {
        Floats found = NOWHERE;
        Set<RuntimeType> seen = new HashSet<>(Set.of(type));
        Deque<RuntimeType> next = new ArrayDeque<>(seen);
        while (!next.isEmpty()) {
            RuntimeType part = next.remove();
            if (part instanceof FloatType) {
                return ANYWHERE;
            }
            if (part instanceof JsonValueType) {
                found = IN_JSON;
            }
            part.parts().stream().filter(seen::add).forEach(next::add);
        }
        return found;
    }
}
