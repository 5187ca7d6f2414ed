// SPDX-License-Identifier: Apache-2.0
package coex.collections.value;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// A pool of at most one object, for whoever needs such a one next: an operation that works with a
/// cursor or a builder need not make one each time.
///
/// Any thread may take and give back. Two that take at once get different objects, or one of them
/// gets none and makes its own; of two that are given back one is dropped.
public final class ObjectPool<T> {

    private static final VarHandle KEPT = keptHandle();

    /// The object, or null.
    ///
    /// - writers: any thread: [#take] to null, [#giveBack]
    /// - readers: [#take]
    /// - ordering: get-and-set; release
    /// - why: who takes the object sees what its last user has written to it, and only one can take
    ///   it
    private T kept;

    private static VarHandle keptHandle() {
        try {
            return MethodHandles.lookup().findVarHandle(ObjectPool.class, "kept", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /// The object kept, which is the caller's now, or null.
    @SuppressWarnings("unchecked") // only a T is put there
    public T take() {
        return (T) KEPT.getAndSet(this, null);
    }

    /// Keeps an object that nobody uses.
    public void giveBack(T object) {
        KEPT.setRelease(this, object);
    }
}
