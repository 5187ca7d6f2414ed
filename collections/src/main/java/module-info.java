// SPDX-License-Identifier: Apache-2.0
/// Immutable, structurally shared collections whose nodes are objects of a Coex heap.
module coex.collections {
    requires transitive coex.gc;
    requires java.management; // makes the JVM collect where System.gc() does nothing

    exports coex.collections;

    // Handle-level operations, for generated code and its runtime.
    exports coex.collections.convert to
            coex.runtime;
    exports coex.collections.json to
            coex.runtime;
    exports coex.collections.list to
            coex.runtime;
    exports coex.collections.map to
            coex.runtime;
    exports coex.collections.text to
            coex.runtime;
    exports coex.collections.value to
            coex.runtime;
}
