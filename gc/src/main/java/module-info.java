// SPDX-License-Identifier: Apache-2.0
/// An on-the-fly, handle-based garbage collector for a heap outside the JVM's own.
module coex.gc {
    exports coex.gc;

    // Unchecked access, for our own modules only: they keep the rules that `Mutator` checks.
    exports coex.gc.layout to
            coex.collections,
            coex.observe,
            coex.runtime;
    exports coex.gc.memory to
            coex.collections,
            coex.observe, // pictures of blocks
            coex.runtime,
            coex.stress;
    exports coex.gc.heap to
            coex.collections,
            coex.stress;
    exports coex.gc.mutator to
            coex.collections,
            coex.observe, // what a glance at a stack has seen
            coex.runtime,
            coex.stress;
    exports coex.gc.collect to
            coex.collections,
            coex.observe,
            coex.runtime,
            coex.stress;
    exports coex.gc.diagnose to
            coex.observe; // looks at objects for dumps
}
