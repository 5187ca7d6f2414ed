// SPDX-License-Identifier: Apache-2.0
package coex.collections.save;

/// A set of handles, as bits in pages that are made when they are first needed: a set of neighbours
/// is small, however large the heap. For one thread.
public final class HandleSet {

    private static final int PAGE_BITS = 15;
    private static final int PAGE_WORDS = 1 << PAGE_BITS - 6;
    private static final int FIRST_PAGES = 64;

    private long[][] pages = new long[FIRST_PAGES][];

    /// Adds a handle. Whether it was not there.
    public boolean add(long handle) {
        long[] page = page((int) (handle >>> PAGE_BITS));
        int word = (int) (handle >>> 6) & PAGE_WORDS - 1;
        long bit = 1L << handle;
        boolean isNew = (page[word] & bit) == 0;
        page[word] |= bit;
        return isNew;
    }

    public boolean contains(long handle) {
        int number = (int) (handle >>> PAGE_BITS);
        long[] page = number < pages.length ? pages[number] : null;
        return page != null && (page[(int) (handle >>> 6) & PAGE_WORDS - 1] & 1L << handle) != 0;
    }

    private long[] page(int number) {
        if (number >= pages.length) {
            pages = java.util.Arrays.copyOf(pages, Math.max(number + 1, 2 * pages.length));
        }
        if (pages[number] == null) {
            pages[number] = new long[PAGE_WORDS];
        }
        return pages[number];
    }
}
