// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

/// What every mutator does once in a handshake.
@FunctionalInterface
public interface HandshakeAction {

    /// Runs on the mutator's own thread at a safepoint, or on the collector's while the mutator is
    /// blocked and cannot resume.
    ///
    /// @param onBehalf whether the collector acts for a blocked mutator
    void perform(MutatorContext mutator, boolean onBehalf);
}
