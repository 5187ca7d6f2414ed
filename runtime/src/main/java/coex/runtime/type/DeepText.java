package coex.runtime.type;

import coex.gc.mutator.MutatorContext;

/// Writes a value that may be nested deeply, as `print` shows it. A safepoint unless the sink says
/// otherwise; the caller keeps the value. For one use.
///
/// What is still to be written is on a stack; without a type it is as many `)` as its place says.
/// Only maps and sets write themselves.
final class DeepText {

    private final MutatorContext mutator;
    private final TextSink out;
    private final WorkStack work = new WorkStack();

    DeepText(MutatorContext mutator, TextSink out) {
        this.mutator = mutator;
        this.out = out;
    }

    void write(RuntimeType type, long bits) {
        begin(type, bits);
        while (!work.isEmpty()) {
            work.pop();
            goOn(work.type(), work.first(), work.place());
            out.pause(mutator);
        }
    }

    /// Writes a value, or its beginning.
    private void begin(RuntimeType type, long bits) {
        RuntimeType of = type;
        while (of instanceof OptionalType optional && optional.isDeep() && bits != optional.nil()) {
            of = optional.value();
        }
        switch (of) {
            case UserType user when user.isDeep() && bits != 0 -> {
                out.append(user.headOf(mutator, bits));
                if (user.hasBrackets(mutator, bits)) {
                    out.append('(');
                    work.push(user, bits, 0, 0);
                }
            }
            case TupleType tuple when tuple.isDeep() && bits != 0 -> {
                out.append('(');
                work.push(tuple, bits, 0, 0);
            }
            case SequenceValueType sequence when sequence.isDeep() -> {
                out.append('[');
                work.push(sequence, bits, 0, 0);
            }
            default -> of.write(mutator, bits, out, true);
        }
    }

    private void goOn(RuntimeType type, long bits, int place) {
        switch (type) {
            case null -> close(place);
            case UserType user -> field(user, user.fieldsOf(mutator, bits), bits, place);
            case TupleType tuple -> field(tuple, tuple.fields(), bits, place);
            case SequenceValueType sequence -> element(sequence, bits, place);
            default -> throw new IllegalStateException("not begun: " + type);
        }
    }

    private void field(RuntimeType type, ObjectFields fields, long object, int place) {
        if (place == fields.count()) {
            close(1);
            return;
        }
        fields.begin(place, out, type instanceof UserType user && !user.isResult());
        if (place + 1 < fields.count()) {
            work.push(type, object, 0, place + 1);
        } else {
            putBracket();
        }
        begin(fields.type(place), fields.get(mutator, object, place));
    }

    /// A `)` that comes when what is put on the stack from now on has been written.
    private void putBracket() {
        if (!work.isEmpty() && work.topType() == null) {
            work.pop();
            work.push(null, 0, 0, work.place() + 1);
        } else {
            work.push(null, 0, 0, 1);
        }
    }

    private void element(SequenceValueType sequence, long bits, int place) {
        if (place == sequence.length(mutator, bits)) {
            out.append(']');
            return;
        }
        out.append(place == 0 ? "" : ", ");
        work.push(sequence, bits, 0, place + 1);
        begin(sequence.of(), sequence.get(mutator, bits, place));
    }

    private void close(int count) {
        for (int i = 0; i < count; i++) {
            out.append(')').pause(mutator);
        }
    }
}
