// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;

/// A walk through two maps or sets at once, which passes every part that they share without looking
/// at it. Holds handles, no addresses, so it is good across safepoints as long as both are rooted.
/// For one thread at a time.
public interface PairWalk {

    /// Goes on until the visitor does not want to, or to the end. Returns whether it came to the
    /// end.
    ///
    /// @param pause with `POLL`, or with a visitor that comes to safepoints, both are rooted
    boolean visit(MutatorContext mutator, PairVisitor visitor, Pause pause);

    /// Nodes of both that were looked into so far.
    int entered();
}
