// SPDX-License-Identifier: Apache-2.0
package coex.gc.memory;

/// Is told that the committed size of a region has changed. Called under the region's lock.
@FunctionalInterface
public interface ResizeListener {
    void resized(String region, long fromBytes, long toBytes);
}
