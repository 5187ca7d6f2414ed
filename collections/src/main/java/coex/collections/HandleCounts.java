// SPDX-License-Identifier: Apache-2.0
package coex.collections;

/// A number for each handle, and a mark: a table of open addressing. For one thread.
final class HandleCounts {

    private static final int FIRST_PLACES = 256;

    /// 0 where there is none: no handle is.
    private int[] handles = new int[FIRST_PLACES];

    private int[] counts = new int[FIRST_PLACES];
    private boolean[] marked = new boolean[FIRST_PLACES];
    private int size;

    /// The place of a handle, until the next one is asked for.
    int place(int handle) {
        if (2 * size >= handles.length) {
            grow();
        }
        int place = find(handle);
        if (handles[place] == 0) {
            handles[place] = handle;
            size++;
        }
        return place;
    }

    private int find(int handle) {
        int mask = handles.length - 1;
        int place = (handle * 0x9E37_79B9 >>> 7) & mask;
        while (handles[place] != 0 && handles[place] != handle) {
            place = place + 1 & mask;
        }
        return place;
    }

    private void grow() {
        int[] oldHandles = handles;
        int[] oldCounts = counts;
        boolean[] oldMarked = marked;
        handles = new int[2 * oldHandles.length];
        counts = new int[handles.length];
        marked = new boolean[handles.length];
        for (int i = 0; i < oldHandles.length; i++) {
            if (oldHandles[i] != 0) {
                int place = find(oldHandles[i]);
                handles[place] = oldHandles[i];
                counts[place] = oldCounts[i];
                marked[place] = oldMarked[i];
            }
        }
    }

    int count(int place) {
        return counts[place];
    }

    void setCount(int place, int count) {
        counts[place] = count;
    }

    boolean isMarked(int place) {
        return marked[place];
    }

    void mark(int place) {
        marked[place] = true;
    }
}
