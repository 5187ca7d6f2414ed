package coex.language.syntax;

import coex.language.source.Span;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Optional;

/// Prints parsed trees, one node to a line, indented by depth, with what a node is made of by name:
///
///     Binding isConst=false moves=false
///       name: x
///       value: Binary operator=ADD
///         left: IntLiteral value=1
///         right: Name text=y
///
/// Spans are left out. Nodes are records, and printed by their components, so that this file does
/// not change when a node does.
public final class TreePrinter {

    /// Asking a class for them makes copies each time.
    private static final ClassValue<RecordComponent[]> COMPONENTS =
            new ClassValue<>() {
                @Override
                protected RecordComponent[] computeValue(Class<?> type) {
                    return type.getRecordComponents();
                }
            };

    private final StringBuilder out = new StringBuilder();

    private TreePrinter() {}

    public static String print(SourceTree tree) {
        var printer = new TreePrinter();
        printer.printAll("import", tree.imports(), 0);
        printer.printAll("replace", tree.aliases(), 0);
        printer.printAll("directive", tree.directives(), 0);
        printer.printAll("declaration", tree.declarations(), 0);
        return printer.out.toString();
    }

    private void printAll(String role, List<?> values, int depth) {
        values.forEach(value -> print(role, value, depth));
    }

    private void print(String role, Object value, int depth) {
        switch (value) {
            case Span _ -> {}
            case Optional<?> optional -> optional.ifPresent(inner -> print(role, inner, depth));
            case List<?> list -> printAll(role, list, depth);
            case Identifier name -> line(depth, role + ": " + name.text());
            case Record node -> printNode(role, node, depth);
            default -> line(depth, role + ": " + plain(value));
        }
    }

    private void printNode(String role, Record node, int depth) {
        var head = new StringBuilder(role).append(": ").append(node.getClass().getSimpleName());
        for (RecordComponent component : COMPONENTS.get(node.getClass())) {
            Object value = valueOf(component, node);
            if (isPlain(value)) {
                head.append(' ').append(component.getName()).append('=').append(plain(value));
            }
        }
        line(depth, head.toString());
        for (RecordComponent component : COMPONENTS.get(node.getClass())) {
            Object value = valueOf(component, node);
            if (!isPlain(value)) {
                print(component.getName(), value, depth + 1);
            }
        }
    }

    private static boolean isPlain(Object value) {
        return value instanceof Number
                || value instanceof Boolean
                || value instanceof String
                || value instanceof Enum<?>;
    }

    /// Strings in quotes, on one line.
    private static String plain(Object value) {
        return value instanceof String text
                ? '"' + text.replace("\\", "\\\\").replace("\n", "\\n").replace("\"", "\\\"") + '"'
                : value.toString();
    }

    private void line(int depth, String text) {
        out.append("  ".repeat(depth)).append(text).append('\n');
    }

    private static Object valueOf(RecordComponent component, Record node) {
        try {
            return component.getAccessor().invoke(node);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("a component that cannot be read: " + component, e);
        }
    }
}
