package coex.language.syntax;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// All nodes of a kind in a tree, at any depth, in the order of the text. Nodes are records, and
/// gone through by their components.
public final class TreeParts {

    /// Java makes a new array whenever it is asked.
    private static final ClassValue<RecordComponent[]> COMPONENTS =
            new ClassValue<>() {
                @Override
                protected RecordComponent[] computeValue(Class<?> node) {
                    return node.getRecordComponents();
                }
            };

    private TreeParts() {}

    /// The nodes that are `wanted`, in a parsed tree or in one of the nodes that `wanted` belongs
    /// to.
    ///
    /// @param root a node, or a list or an optional of nodes
    public static <T> List<T> of(Object root, Class<T> wanted) {
        var found = new ArrayList<T>();
        collect(root, wanted, found);
        return found;
    }

    private static <T> void collect(Object value, Class<T> wanted, List<T> found) {
        if (wanted.isInstance(value)) {
            found.add(wanted.cast(value));
        }
        switch (value) {
            case List<?> list -> list.forEach(item -> collect(item, wanted, found));
            case Optional<?> optional -> optional.ifPresent(item -> collect(item, wanted, found));
            case Record node when isOfTree(node, wanted) -> {
                for (RecordComponent component : COMPONENTS.get(node.getClass())) {
                    collect(valueOf(component, node), wanted, found);
                }
            }
            default -> {}
        }
    }

    private static boolean isOfTree(Record node, Class<?> wanted) {
        Package of = node.getClass().getPackage();
        return of == Expr.class.getPackage() || of == wanted.getPackage();
    }

    private static Object valueOf(RecordComponent component, Record node) {
        try {
            return component.getAccessor().invoke(node);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("a component that cannot be read: " + component, e);
        }
    }
}
