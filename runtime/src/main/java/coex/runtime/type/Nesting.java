package coex.runtime.type;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// How deeply values of a type can be nested.
enum Nesting {
    /// As deeply as the type is spelled.
    BY_TYPE,

    /// As deeply as memory allows: a type that the values are made of contains itself.
    BY_VALUE;

    /// Takes away the types whose parts are gone, again and again. What then is left contains
    /// itself, or what does.
    static Nesting of(RuntimeType type) {
        Map<RuntimeType, Integer> parts = new HashMap<>();
        Map<RuntimeType, List<RuntimeType>> wholes = new HashMap<>();
        Deque<RuntimeType> next = new ArrayDeque<>(List.of(type));
        Deque<RuntimeType> gone = new ArrayDeque<>();
        while (!next.isEmpty()) {
            RuntimeType each = next.remove();
            if (parts.putIfAbsent(each, each.parts().size()) == null) {
                for (RuntimeType part : each.parts()) {
                    wholes.computeIfAbsent(part, _ -> new ArrayList<>()).add(each);
                    next.add(part);
                }
                if (each.parts().isEmpty()) {
                    gone.add(each);
                }
            }
        }
        int left = parts.size();
        for (; !gone.isEmpty(); left--) {
            for (RuntimeType whole : wholes.getOrDefault(gone.remove(), List.of())) {
                if (parts.merge(whole, -1, Integer::sum) == 0) {
                    gone.add(whole);
                }
            }
        }
        return left == 0 ? BY_TYPE : BY_VALUE;
    }
}
