// SPDX-License-Identifier: Apache-2.0
package coex.collections.list;

/// Gives one element after the other. No safepoints.
@FunctionalInterface
public interface BitsSource {

    long next();
}
