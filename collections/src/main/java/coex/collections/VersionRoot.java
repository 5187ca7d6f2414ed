// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.lang.ref.PhantomReference;

/// Tells that the JVM has dropped a collection which has a root: in its heap's [VersionTable] until
/// the root is emptied, in the queue of [DroppedVersions] after the collection was dropped.
///
/// One that is closed leaves the table before the JVM can find the collection unreachable
/// ([PersistentCollection#close] keeps it reachable until then), and that comes before anyone takes
/// this from the queue. So whoever finds it in the table then is the only one to empty the root.
class VersionRoot extends PhantomReference<PersistentCollection> {

    private final PersistentCollections heap;
    private final int cell;

    /// When the version was made, in seconds, as [DroppedVersions#now] tells.
    private final int madeAt;

    VersionRoot(PersistentCollection version, int cell) {
        super(version, DroppedVersions.QUEUE);
        this.heap = version.heap();
        this.cell = cell;
        this.madeAt = DroppedVersions.now();
    }

    final PersistentCollections heap() {
        return heap;
    }

    final int cell() {
        return cell;
    }

    final int madeAt() {
        return madeAt;
    }

    /// The stack of the thread that has made the version; empty if that was not recorded.
    StackTraceElement[] origin() {
        return new StackTraceElement[0];
    }

    /// One that knows where its version was made.
    static final class Recorded extends VersionRoot {

        private final Throwable origin = new Throwable();

        Recorded(PersistentCollection version, int cell) {
            super(version, cell);
        }

        @Override
        StackTraceElement[] origin() {
            return origin.getStackTrace();
        }
    }
}
