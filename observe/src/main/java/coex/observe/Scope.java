// SPDX-License-Identifier: Apache-2.0
package coex.observe;

/// Which objects a dump holds.
public enum Scope {

    /// Those that roots lead to, as they were when the dump looked.
    REACHABLE,

    /// Also those that nothing leads to any more and no collection has found dead.
    ALL
}
