// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.save.SaveInput;
import coex.collections.save.SaveOutput;
import coex.collections.save.SavedForm;
import coex.collections.value.Pause;
import coex.collections.value.Storage;
import coex.collections.value.ValueType;
import coex.gc.mutator.MutatorContext;

import java.io.IOException;
import java.util.function.Supplier;

/// The type of tuples inside tuples of the same type: stands for that type, which is made after it.
final class RecursiveType implements ValueType, SavedForm {

    /// Of so many parts that count for a hash, each level takes one in so many. So there are at
    /// most nine levels of which references count.
    private static final int LEVEL = 4;

    private final Supplier<BoundCodec> find;

    /// Found when it is first needed, which is after it was made. Any thread may find it, and each
    /// finds the same: its fields are final.
    private BoundCodec whole;

    /// @param find how to find the whole, which takes no lock once it is there
    RecursiveType(Supplier<BoundCodec> find) {
        this.find = find;
    }

    BoundCodec whole() {
        BoundCodec known = whole;
        if (known == null) {
            known = find.get();
            whole = known;
        }
        return known;
    }

    private ValueType type() {
        return whole().type();
    }

    private SavedForm form() {
        return SavedForm.of(type());
    }

    @Override
    public Storage storage() {
        return Storage.REFERENCE;
    }

    @Override
    public int hash(MutatorContext mutator, long bits) {
        return hash(mutator, bits, HASHED_PARTS);
    }

    @Override
    public int hash(MutatorContext mutator, long bits, int parts) {
        return type().hash(mutator, bits, parts / LEVEL);
    }

    @Override
    public boolean equal(MutatorContext mutator, long first, long second) {
        return type().equal(mutator, first, second);
    }

    @Override
    public boolean equal(MutatorContext mutator, long first, long second, Pause pause) {
        return type().equal(mutator, first, second, pause);
    }

    @Override
    public int compare(MutatorContext mutator, long first, long second, Pause pause) {
        return type().compare(mutator, first, second, pause);
    }

    @Override
    public void write(SaveOutput out, long object, long base) throws IOException {
        form().write(out, object, base);
    }

    @Override
    public long read(SaveInput in, long base) throws IOException {
        return form().read(in, base);
    }

    @Override
    public boolean hasNothing() {
        return form().hasNothing();
    }

    @Override
    public Object kind() {
        return form().kind();
    }
}
