// SPDX-License-Identifier: Apache-2.0
package coex.gc;

/// What one thread has allocated, and how the collector has held it up.
///
/// @param thread the thread's name
/// @param allocations objects allocated
/// @param bytesAllocated their size
/// @param stalls allocations that had to wait for a collection
/// @param stallNanos how long, in all
/// @param stackDepth frames on the shadow stack
/// @param maximumStackDepth the most there have been
/// @param actions how long the handshake actions took that ran on this thread
/// @param acknowledgements how long this thread took to answer handshakes
public record MutatorStats(
        String thread,
        long allocations,
        long bytesAllocated,
        long stalls,
        long stallNanos,
        long stackDepth,
        long maximumStackDepth,
        LatencyHistogram actions,
        LatencyHistogram acknowledgements) {}
