package coex.lsp.answer;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Finds a node of a syntax tree. Nodes are records, and gone through by their components.
final class TreeSearch {

    private TreeSearch() {}

    static <T> Optional<T> first(Object node, Class<T> kind, Predicate<T> wanted) {
        return switch (node) {
            case List<?> list ->
                    list.stream().flatMap(each -> first(each, kind, wanted).stream()).findFirst();
            case Optional<?> optional -> optional.flatMap(each -> first(each, kind, wanted));
            case Record found when kind.isInstance(found) && wanted.test(kind.cast(found)) ->
                    Optional.of(kind.cast(found));
            case Record outer -> inside(outer, kind, wanted);
            default -> Optional.empty();
        };
    }

    private static <T> Optional<T> inside(Record node, Class<T> kind, Predicate<T> wanted) {
        if (!node.getClass().getPackageName().equals("coex.language.syntax")) {
            return Optional.empty();
        }
        for (RecordComponent component : node.getClass().getRecordComponents()) {
            try {
                Optional<T> found = first(component.getAccessor().invoke(node), kind, wanted);
                if (found.isPresent()) {
                    return found;
                }
            } catch (IllegalAccessException | InvocationTargetException e) {
                throw new IllegalStateException(e);
            }
        }
        return Optional.empty();
    }
}
