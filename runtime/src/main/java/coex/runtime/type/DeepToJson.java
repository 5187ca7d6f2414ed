package coex.runtime.type;

import coex.collections.json.JsonObjectBuilder;
import coex.collections.json.JsonType;
import coex.collections.list.ListBuilder;
import coex.collections.value.ValueStack;
import coex.gc.mutator.MutatorContext;

/// Makes json of a value that may be nested deeply. A safepoint; the caller keeps the value. For
/// one use.
///
/// What is still to be made is on a stack, and the json of parts whose whole has not been made is
/// on another, where it is rooted. Only maps and sets make theirs themselves.
final class DeepToJson {

    private final MutatorContext mutator;
    private final JsonType jsons;
    private final WorkStack work = new WorkStack();
    private final ValueStack made = new ValueStack();

    DeepToJson(MutatorContext mutator, JsonType jsons) {
        this.mutator = mutator;
        this.jsons = jsons;
    }

    long of(RuntimeType type, long bits) {
        made.open(mutator);
        try {
            work.push(type, bits, 0, 0);
            while (!work.isEmpty()) {
                work.pop();
                goOn(work.type(), work.first(), work.place());
                mutator.poll();
            }
            return made.get(0);
        } finally {
            made.close();
        }
    }

    private void goOn(RuntimeType type, long bits, int place) {
        switch (type) {
            case OptionalType optional when optional.isDeep() && bits != optional.nil() ->
                    work.push(optional.value(), bits, 0, 0);
            case UserType user when user.isDeep() && bits != 0 -> {
                ObjectFields fields = user.fieldsOf(mutator, bits);
                if (!putField(user, fields, bits, place)) {
                    struct(user, fields, bits);
                }
            }
            case TupleType tuple when tuple.isDeep() && bits != 0 -> {
                if (!putField(tuple, tuple.fields(), bits, place)) {
                    tuple(tuple.fields(), bits);
                }
            }
            case SequenceValueType sequence when sequence.isDeep() -> {
                int length = sequence.length(mutator, bits);
                if (place < length) {
                    work.push(sequence, bits, 0, place + 1);
                    work.push(sequence.of(), sequence.get(mutator, bits, place), 0, 0);
                } else {
                    list(length);
                }
            }
            default -> made.push(type.toJson(mutator, bits));
        }
    }

    /// Puts the next deep field on the stack, if there is one.
    private boolean putField(RuntimeType type, ObjectFields fields, long object, int place) {
        for (int i = place; i < fields.count(); i++) {
            if (isPut(fields, object, i)) {
                work.push(type, object, 0, i + 1);
                work.push(fields.type(i), fields.get(mutator, object, i), 0, 0);
                return true;
            }
        }
        return false;
    }

    private boolean isPut(ObjectFields fields, long object, int field) {
        return fields.type(field).isDeep() && fields.get(mutator, object, field) != 0;
    }

    private int countPut(ObjectFields fields, long object) {
        int count = 0;
        for (int i = 0; i < fields.count(); i++) {
            count += isPut(fields, object, i) ? 1 : 0;
        }
        return count;
    }

    private void struct(UserType type, ObjectFields fields, long object) {
        int first = made.top() - countPut(fields, object);
        int next = first;
        long json;
        try (JsonObjectBuilder builder = new JsonObjectBuilder(jsons)) {
            builder.start(mutator);
            type.putNames(mutator, object, builder);
            for (int i = 0; i < fields.count(); i++) {
                boolean isMade = isPut(fields, object, i);
                long part = isMade ? made.get(next++) : json(fields, object, i);
                builder.put(fields.jsonName(i), part);
            }
            json = builder.finish();
        }
        made.cutTo(first);
        made.push(json);
    }

    private long json(ObjectFields fields, long object, int field) {
        return fields.type(field).toJson(mutator, fields.get(mutator, object, field));
    }

    private void tuple(ObjectFields fields, long object) {
        int first = made.top() - countPut(fields, object);
        int next = first;
        long json;
        try (ListBuilder builder = jsons.lists().builder()) {
            builder.start(mutator);
            for (int i = 0; i < fields.count(); i++) {
                builder.add(isPut(fields, object, i) ? made.get(next++) : json(fields, object, i));
            }
            json = jsons.ofList(mutator, builder.finish());
        }
        made.cutTo(first);
        made.push(json);
    }

    private void list(int length) {
        int first = made.top() - length;
        long json;
        try (ListBuilder builder = jsons.lists().builder()) {
            builder.start(mutator);
            for (int i = 0; i < length; i++) {
                builder.add(made.get(first + i));
            }
            json = jsons.ofList(mutator, builder.finish());
        }
        made.cutTo(first);
        made.push(json);
    }
}
