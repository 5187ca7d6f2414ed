package coex.language.checked;

import coex.language.source.Span;
import coex.language.type.Type;

/// A variable of a function: a parameter, a binding of the program, or a place the checker needs.
///
/// Two locals are the same if they are the same object; shadowing makes another one.
public final class Local {

    /// How reading and writing go.
    public enum Role {
        ORDINARY,

        /// Double-buffered in a cycle: reads see the previous generation, writes make the next.
        CYCLE,

        /// Holds the result of a task, perhaps before there is one: the first read waits.
        FUTURE
    }

    private final String name;
    private final Type type;
    private final Role role;
    private final Span span;

    public Local(String name, Type type, Role role, Span span) {
        this.name = name;
        this.type = type;
        this.role = role;
        this.span = span;
    }

    /// As the program calls it; names that begin with `$` are the checker's own.
    public String name() {
        return name;
    }

    public Type type() {
        return type;
    }

    public Role role() {
        return role;
    }

    /// Where it is declared.
    public Span span() {
        return span;
    }

    @Override
    public String toString() {
        return name;
    }
}
