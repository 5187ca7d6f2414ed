package coex.gc.mutator;

import coex.gc.Cause;
import coex.gc.HeapOptions;
import coex.gc.heap.HeapCore;

/// Mutators without a collector. The memory is shared by all tests of a JVM; each has a registry of
/// its own, so that its handshakes concern nobody else.
final class MutatorFixture {

    static final HeapCore CORE =
            new HeapCore(
                    HeapOptions.builder()
                            .initialBytes(1 << 20)
                            .maximumBytes(1 << 20)
                            .initialHandles(1 << 22)
                            .maximumHandles(1 << 22)
                            .stackSlots(8)
                            .bufferEntries(8)
                            .hugePages(false)
                            .build(),
                    null);

    private static final CollectionRequests NO_REQUESTS =
            new CollectionRequests() {
                @Override
                public void request(Cause cause) {}

                @Override
                public boolean awaitCycleBegunAfterNow(Cause cause, CycleDemand demand) {
                    return false;
                }

                @Override
                public long runningCycle() {
                    return 0;
                }

                @Override
                public boolean awaitCycle(long cycle, long nanos) {
                    return true;
                }

                @Override
                public long napNanos() {
                    return 0;
                }

                @Override
                public void noteAllocated(long bytes, long objects) {}
            };

    private MutatorFixture() {}

    static MutatorRegistry newRegistry() {
        return new MutatorRegistry(CORE, Protocol.SOUND, NO_REQUESTS);
    }
}
