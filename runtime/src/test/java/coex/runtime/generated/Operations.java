package coex.runtime.generated;

import coex.language.checked.CheckedExpr;
import coex.language.type.Type;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What is built in.
final class Operations {

    private final Interpreter interpreter;
    private final Matrices matrices;

    Operations(Interpreter interpreter, Matrices matrices) {
        this.interpreter = interpreter;
        this.matrices = matrices;
    }

    @SuppressWarnings("unchecked")
    Object of(CheckedExpr.Operate operate, List<Object> given) {
        Object first = given.isEmpty() ? null : given.getFirst();
        interpreter.burn(size(first) / 8);
        Optional<Object> json = JsonValues.operate(operate.operation(), given);
        if (json.isPresent()) {
            return json.get();
        }
        return switch (operate.operation()) {
            case STRING_LEN -> Strings.length((String) first);
            case STRING_SIZE -> 32L + ((String) first).length();
            case STRING_GET -> {
                long at = (Long) given.get(1);
                String text = (String) first;
                yield at < 0 || at >= text.length() ? 0L : (long) text.charAt((int) at);
            }
            case STRING_SLICE -> {
                String text = (String) first;
                int from = Strings.bound((Long) given.get(1), text.length());
                int to = Strings.bound((Long) given.get(2), text.length());
                yield text.substring(from, Math.max(from, to));
            }
            case STRING_SETRANGE -> {
                String text = (String) first;
                int from = Strings.bound((Long) given.get(1), text.length());
                int to = Math.max(from, Strings.bound((Long) given.get(2), text.length()));
                yield text.substring(0, from) + given.get(3) + text.substring(to);
            }
            case STRING_CONTAINS -> ((String) first).contains((String) given.get(1));
            case STRING_SPLIT -> Strings.split((String) first, (String) given.get(1));
            case STRING_TO_INT -> Strings.wholeNumber((String) first);
            case STRING_BYTES ->
                    ((String) first)
                            .chars()
                            .boxed()
                            .collect(ArrayList::new, List::add, List::addAll);
            case STRING_FROM_BYTES -> {
                var text = new StringBuilder();
                ((List<Integer>) first).forEach(one -> text.append((char) (int) one));
                yield text.toString();
            }
            case STRING_FROM_HEX -> Long.toHexString((Long) first);
            case LIST_LEN, ARRAY_LEN -> (long) ((List<?>) first).size();
            case LIST_SIZE -> throw new UnsupportedOperationException("size of a list");
            case LIST_GET, ARRAY_GET -> {
                var list = (List<Object>) first;
                yield list.get(index((Long) given.get(1), list));
            }
            case LIST_SET, ARRAY_SET -> {
                var list = new ArrayList<>((List<Object>) first);
                list.set(index((Long) given.get(1), list), given.get(2));
                yield list;
            }
            case LIST_APPEND, ARRAY_APPEND -> {
                var list = new ArrayList<>((List<Object>) first);
                list.add(given.get(1));
                yield list;
            }
            case LIST_SLICE, ARRAY_SLICE -> {
                var list = (List<Object>) first;
                int from = Strings.bound((Long) given.get(1), list.size());
                int to = Strings.bound((Long) given.get(2), list.size());
                yield new ArrayList<>(list.subList(from, Math.max(from, to)));
            }
            case LIST_SETRANGE, ARRAY_SETRANGE ->
                    setRange(
                            (List<Object>) first,
                            (Long) given.get(1),
                            (Long) given.get(2),
                            (List<Object>) given.get(3));
            case ARRAY_FILLED ->
                    new ArrayList<>(
                            Collections.nCopies((int) Math.max(0, (Long) first), given.get(1)));
            case MAP_LEN -> (long) ((Map<?, ?>) first).size();
            case SET_LEN -> (long) ((Set<?>) first).size();
            case MAP_SIZE -> 16L + 32 * ((Map<?, ?>) first).size();
            case SET_SIZE -> 16L + 32 * ((Set<?>) first).size();
            case MAP_GET -> {
                var map = (Map<Object, Object>) first;
                yield map.containsKey(given.get(1))
                        ? map.get(given.get(1))
                        : Zeros.of(operate.type());
            }
            case MAP_HAS -> ((Map<?, ?>) first).containsKey(given.get(1));
            case MAP_SET -> {
                var map = new LinkedHashMap<>((Map<Object, Object>) first);
                map.put(given.get(1), given.get(2));
                yield map;
            }
            case MAP_REMOVE -> {
                var map = new LinkedHashMap<>((Map<Object, Object>) first);
                map.remove(given.get(1));
                yield map;
            }
            case MAP_KEYS -> new ArrayList<>(((Map<Object, Object>) first).keySet());
            case MAP_VALUES -> new ArrayList<>(((Map<Object, Object>) first).values());
            case SET_HAS -> ((Set<?>) first).contains(given.get(1));
            case SET_ADD -> {
                var set = new LinkedHashSet<>((Collection<Object>) first);
                set.add(given.get(1));
                yield set;
            }
            case SET_REMOVE -> {
                var set = new LinkedHashSet<>((Collection<Object>) first);
                set.remove(given.get(1));
                yield set;
            }
            case RESULT_OK -> new Value.Variant(0, List.of(first));
            case RESULT_ERR -> new Value.Variant(1, List.of(first));
            case RESULT_IS_OK -> variant(first).number() == 0;
            case RESULT_IS_ERR -> variant(first).number() == 1;
            case RESULT_UNWRAP -> unwrap(operate, variant(first), 0);
            case RESULT_UNWRAP_ERR -> unwrap(operate, variant(first), 1);
            case RESULT_UNWRAP_OR ->
                    variant(first).number() == 0
                            ? variant(first).fields().getFirst()
                            : given.get(1);
            case RESULT_VALUE ->
                    variant(first).number() == 0 ? variant(first).fields().getFirst() : null;
            case RESULT_ERROR ->
                    variant(first).number() == 1 ? variant(first).fields().getFirst() : null;
            case PRINT -> {
                interpreter.print(Texts.print(first, operate.arguments().getFirst().type()));
                yield null;
            }
            case MATRIX_NEW, MATRIX_GET, MATRIX_SET, MATRIX_WIDTH, MATRIX_HEIGHT, CELL, NEIGHBOUR ->
                    matrices.of(operate, given);
            case GC, GC_ASYNC -> null;
            case SQRT -> Math.sqrt((Double) first);
            default -> throw new UnsupportedOperationException(operate.operation().name());
        };
    }

    private static long size(Object value) {
        return switch (value) {
            case Collection<?> collection -> collection.size();
            case Map<?, ?> map -> map.size();
            case Value.Json json -> size(json.content());
            case String text -> text.length();
            case null, default -> 0;
        };
    }

    private static int index(long index, List<?> list) {
        if (index < 0 || index >= list.size()) {
            throw new Value.Failure(
                    "index out of range: index=%d length=%d".formatted(index, list.size()));
        }
        return (int) index;
    }

    private static List<Object> setRange(
            List<Object> list, long from, long to, List<Object> source) {
        int start = Strings.bound(from, list.size());
        int end = Math.max(start, Strings.bound(to, list.size()));
        var result = new ArrayList<>(list.subList(0, start));
        result.addAll(source.subList(0, Math.min(end - start, source.size())));
        result.addAll(list.subList(end, list.size()));
        return result;
    }

    private static Value.Variant variant(Object value) {
        if (value == null) {
            throw Evaluation.nil("method");
        }
        return (Value.Variant) value;
    }

    private static Object unwrap(CheckedExpr.Operate operate, Value.Variant value, int wanted) {
        Object content = value.fields().getFirst();
        if (value.number() == wanted) {
            return content;
        }
        var result = (Type.Result) Types.settled(operate.arguments().getFirst().type());
        Type other = wanted == 0 ? result.error() : result.value();
        String text =
                Texts.print(
                        new Value.Tuple(List.of(content, content)),
                        Type.Tuple.of(List.of(other, other)));
        // A value as a part of another, and nothing around it.
        String part = text.substring(1, (text.length() - 2) / 2);
        throw new Value.Failure(
                (wanted == 0 ? "unwrap of Err(" : "unwrap_err of Ok(") + part + ")");
    }
}
