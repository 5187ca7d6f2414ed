package coex.runtime.type;

import java.util.Arrays;

/// Which objects a comparison takes for equal, in classes: the classes of two objects become one
/// when they are put together. For one thread.
///
/// So two values that lead to the same objects on ever so many ways are compared in as many steps
/// as they have objects. That a pair is taken for equal before its parts have been compared is
/// right: if one of these differs, so do the values, and nobody asks any more.
///
/// Handles say which object it is: as long as a value is kept, those of its objects are not given
/// to others.
final class EqualObjects {

    private static final int PAGE_BITS = 12;
    private static final int IN_PAGE = (1 << PAGE_BITS) - 1;

    /// By handle: the next object on the way to the one that stands for the class; 0 for that one.
    private int[][] pages = new int[64][];

    /// Puts two objects together. Whether they were not yet.
    boolean join(long first, long second) {
        int one = find((int) first);
        int other = find((int) second);
        if (one == other) {
            return false;
        }
        set(one, other);
        return true;
    }

    /// The object that stands for a class. Each one on the way leads further then.
    private int find(int handle) {
        int at = handle;
        int next = get(at);
        while (next != 0) {
            int afterNext = get(next);
            if (afterNext != 0) {
                set(at, afterNext);
            }
            at = next;
            next = afterNext;
        }
        return at;
    }

    private int get(int handle) {
        int page = handle >>> PAGE_BITS;
        return page < pages.length && pages[page] != null ? pages[page][handle & IN_PAGE] : 0;
    }

    private void set(int handle, int next) {
        int page = handle >>> PAGE_BITS;
        if (page >= pages.length) {
            pages = Arrays.copyOf(pages, Math.max(page + 1, 2 * pages.length));
        }
        if (pages[page] == null) {
            pages[page] = new int[1 << PAGE_BITS];
        }
        pages[page][handle & IN_PAGE] = next;
    }
}
