package coex.runtime.type;

import coex.collections.json.JsonKind;
import coex.collections.json.JsonType;
import coex.collections.list.ListBuilder;
import coex.collections.value.ValueStack;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;
import coex.runtime.error.ConversionException;

import java.util.ArrayDeque;
import java.util.Deque;

/// Makes a value that may be nested deeply of json. A safepoint; the caller keeps the json. For one
/// use.
///
/// What is still to be made is on a stack, and parts whose whole has not been made are on another,
/// where they are rooted. Only maps and sets make theirs themselves.
final class DeepFromJson {

    /// As many steps of the way to a problem are named at each end of it.
    private static final int NAMED_STEPS = 50;

    private final MutatorContext mutator;
    private final JsonType jsons;
    private final WorkStack work = new WorkStack();
    private final ValueStack made = new ValueStack();

    DeepFromJson(MutatorContext mutator, JsonType jsons) {
        this.mutator = mutator;
        this.jsons = jsons;
    }

    /// @throws ConversionException if the json stands for no value of the type
    long of(RuntimeType type, long json) {
        made.open(mutator);
        try {
            work.push(type, json, 0, 0);
            while (!work.isEmpty()) {
                work.pop();
                goOn(work.type(), work.first(), (int) work.second(), work.place());
                mutator.poll();
            }
            return made.get(0);
        } catch (ConversionException e) {
            throw e.within(way());
        } finally {
            made.close();
        }
    }

    /// @param form which variant an enum is, once that is known
    private void goOn(RuntimeType type, long json, int form, int place) {
        switch (type) {
            case OptionalType optional when optional.isDeep() -> {
                if (json == 0) {
                    made.push(optional.nil());
                } else {
                    work.push(optional.value(), json, 0, 0);
                }
            }
            case UserType user when user.isDeep() -> {
                int known = place == 0 ? user.formIn(mutator, json) : form;
                if (user.constant(known) != 0) {
                    made.push(user.constant(known));
                } else {
                    field(user, user.fields(known), json, known, place);
                }
            }
            case TupleType tuple when tuple.isDeep() -> {
                if (place == 0) {
                    tuple.requireFits(mutator, json);
                }
                field(tuple, tuple.fields(), json, 0, place);
            }
            case SequenceValueType sequence when sequence.isDeep() ->
                    element(sequence, json, place);
            default -> made.push(type.fromJson(mutator, json));
        }
    }

    /// Puts the deep field at `place` or after it on the stack, or makes the object if there is
    /// none.
    private void field(RuntimeType type, ObjectFields fields, long json, int form, int place) {
        for (int i = place; i < fields.count(); i++) {
            if (fields.type(i).isDeep()) {
                work.push(type, json, form, i + 1);
                work.push(fields.type(i), part(type, fields, json, i), 0, 0);
                return;
            }
        }
        object(type, fields, json);
    }

    private long part(RuntimeType type, ObjectFields fields, long json, int field) {
        return type instanceof TupleType
                ? jsons.element(mutator, json, field)
                : jsons.field(mutator, json, fields.jsonName(field));
    }

    private void object(RuntimeType type, ObjectFields fields, long json) {
        long[] bits = new long[fields.count()];
        int next = made.top();
        for (int i = 0; i < bits.length; i++) {
            next -= fields.type(i).isDeep() ? 1 : 0;
        }
        int first = next;
        long object;
        try (RootFrame kept = RootFrame.slots(mutator, Math.max(1, bits.length))) {
            for (int i = 0; i < bits.length; i++) {
                RuntimeType each = fields.type(i);
                if (each.isDeep()) {
                    bits[i] = made.get(next++);
                } else {
                    int field = i;
                    bits[i] =
                            each.partFromJson(
                                    mutator,
                                    part(type, fields, json, i),
                                    () -> step(type, fields, field));
                    if (each.isReference()) {
                        kept.set(i, bits[i]);
                    }
                }
            }
            object = fields.make(mutator, bits);
        }
        made.cutTo(first);
        made.push(object);
    }

    private void element(SequenceValueType type, long json, int place) {
        if (jsons.kind(mutator, json) != JsonKind.ARRAY) {
            throw type.cannotBe(mutator, json);
        }
        int length = jsons.length(mutator, json);
        if (place < length) {
            work.push(type, json, 0, place + 1);
            work.push(type.of(), jsons.element(mutator, json, place), 0, 0);
            return;
        }
        int first = made.top() - length;
        long sequence;
        try (ListBuilder builder = type.lists().builder()) {
            builder.start(mutator);
            for (int i = 0; i < length; i++) {
                builder.add(made.get(first + i));
            }
            sequence = type.ofList(mutator, builder.finish());
        }
        made.cutTo(first);
        made.push(sequence);
    }

    // Where something is wrong

    private static String step(RuntimeType type, ObjectFields fields, int field) {
        return type instanceof TupleType ? "[" + field + "]" : "." + fields.names().get(field);
    }

    /// From the whole json to the part that the stack is at. A long way is named without its
    /// middle.
    private String way() {
        Deque<String> steps = new ArrayDeque<>();
        Deque<String> outer = new ArrayDeque<>();
        long left = 0;
        while (!work.isEmpty()) {
            work.pop();
            String step =
                    switch (work.type()) {
                        case UserType user ->
                                step(user, user.fields((int) work.second()), work.place() - 1);
                        case TupleType tuple -> step(tuple, tuple.fields(), work.place() - 1);
                        default -> "[" + (work.place() - 1) + "]";
                    };
            if (steps.size() < NAMED_STEPS) {
                steps.addFirst(step);
            } else {
                outer.addFirst(step);
                if (outer.size() > NAMED_STEPS) {
                    outer.removeLast();
                    left++;
                }
            }
        }
        String end = String.join("", steps);
        return String.join("", outer) + (left == 0 ? "" : " (and " + left + " more) ") + end;
    }
}
