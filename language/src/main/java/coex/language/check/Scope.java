package coex.language.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The variables visible at a point of a function, the innermost block first.
final class Scope {

    private final Optional<Scope> outer;
    private final Map<String, Variable> variables = new LinkedHashMap<>();

    Scope() {
        this.outer = Optional.empty();
    }

    private Scope(Scope outer) {
        this.outer = Optional.of(outer);
    }

    /// A block within this one.
    Scope inner() {
        return new Scope(this);
    }

    Scope outer() {
        return outer.orElseThrow();
    }

    Optional<Variable> find(String name) {
        for (Optional<Scope> scope = Optional.of(this);
                scope.isPresent();
                scope = scope.get().outer) {
            Variable found = scope.get().variables.get(name);
            if (found != null) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    void declare(String name, Variable variable) {
        variables.put(name, variable);
    }

    /// The variables of this block alone.
    Map<String, Variable> own() {
        return variables;
    }

    /// The names of all visible variables.
    List<String> names() {
        var names = new ArrayList<>(variables.keySet());
        outer.ifPresent(scope -> names.addAll(scope.names()));
        return names;
    }
}
