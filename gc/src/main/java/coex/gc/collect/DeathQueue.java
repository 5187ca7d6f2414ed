// SPDX-License-Identifier: Apache-2.0
package coex.gc.collect;

import coex.gc.CleanerQueue;
import coex.gc.HeapUsageException;
import coex.gc.Mutator;
import coex.gc.mark.Cleaners;

/// A [CleanerQueue] on the heap's `Cleaners`.
final class DeathQueue<T> implements CleanerQueue<T> {

    private final ConcurrentHeap heap;
    private final Cleaners cleaners;
    private final Cleaners.Channel<T> channel = new Cleaners.Channel<>();

    DeathQueue(ConcurrentHeap heap, Cleaners cleaners) {
        this.heap = heap;
        this.cleaners = cleaners;
    }

    @Override
    public Registration register(Mutator mutator, long handle, T attachment) {
        CheckedMutator.of(heap, mutator).requireLive(handle);
        if (attachment == null) {
            throw new HeapUsageException(
                    "attachment missing: handle=%d attachment=null".formatted(handle));
        }
        return cleaners.add(handle, attachment, channel);
    }

    @Override
    public T poll() {
        return channel.poll();
    }

    @Override
    public int pending() {
        return channel.pending();
    }
}
