package coex.runtime.type;

import coex.collections.value.Hashing;
import coex.collections.value.Pause;
import coex.gc.Kind;
import coex.gc.mutator.MutatorContext;

/// Types whose values are the same only if they are the same object: functions, matrices, channels,
/// atomics, and `nil` where nothing says what it is the nil of.
public class IdentityType extends RuntimeType {

    IdentityType(Values values, String spelling) {
        super(values, spelling);
    }

    @Override
    public final Kind kind() {
        return Kind.REFERENCE;
    }

    @Override
    public final int hash(MutatorContext mutator, long bits) {
        return Hashing.ofWord(bits);
    }

    @Override
    public final boolean equal(MutatorContext mutator, long first, long second) {
        return first == second;
    }

    @Override
    public final int compare(MutatorContext mutator, long first, long second, Pause pause) {
        return Long.compare(first, second);
    }

    @Override
    public final void write(MutatorContext mutator, long bits, TextSink out, boolean isPart) {
        out.append(bits == 0 ? "nil" : "<" + spelling() + ">");
    }

    @Override
    public final long toJson(MutatorContext mutator, long bits) {
        if (bits == 0) {
            return 0;
        }
        throw notJson();
    }

    @Override
    public final long fromJson(MutatorContext mutator, long json) {
        throw cannotBe(mutator, json);
    }
}
