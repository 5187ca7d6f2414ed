// SPDX-License-Identifier: Apache-2.0
package coex.collections.value;

import coex.gc.mutator.MutatorContext;

/// Values that are not objects: their bits are all there is to them.
public enum Primitive implements ValueType {
    LONG(Storage.WORD),
    /// By bits: NaN is equal to itself, and -0.0 is not 0.0.
    DOUBLE(Storage.WORD),
    BOOLEAN(Storage.BYTE),
    /// 0 to 255.
    BYTE(Storage.BYTE);

    private final Storage storage;

    Primitive(Storage storage) {
        this.storage = storage;
    }

    @Override
    public Storage storage() {
        return storage;
    }

    @Override
    public int hash(MutatorContext mutator, long bits) {
        return Hashing.ofWord(bits);
    }

    @Override
    public boolean equal(MutatorContext mutator, long first, long second) {
        return first == second;
    }

    @Override
    public int compare(MutatorContext mutator, long first, long second, Pause pause) {
        return Long.compare(first, second);
    }
}
