// SPDX-License-Identifier: Apache-2.0
package coex.gc.memory;

import java.util.Arrays;

/// The free lines of every block, as bits: those that a mutator may get if the block is recyclable.
///
/// In pieces, because a heap may have more lines than one array has room for bits. Part of
/// [BlockTable], and under the same lock.
final class FreeLines {

    private static final int PIECE_SHIFT = 9;
    private static final int PIECE_MASK = (1 << PIECE_SHIFT) - 1;

    private final int wordsPerBlock;
    private long[][] pieces = {};

    FreeLines(int wordsPerBlock) {
        this.wordsPerBlock = wordsPerBlock;
    }

    /// Makes room for `blocks` blocks; lines that are new are not free.
    ///
    /// @throws OutOfMemoryError if the JVM has no room; nothing has changed then
    void makeRoom(int blocks) {
        int before = pieces.length;
        long[][] more = Arrays.copyOf(pieces, Math.max(before, (blocks - 1 >>> PIECE_SHIFT) + 1));
        for (int piece = before; piece < more.length; piece++) {
            more[piece] = new long[wordsPerBlock << PIECE_SHIFT];
        }
        pieces = more;
    }

    /// Bytes of the JVM's heap.
    long bytes() {
        return (long) pieces.length * (wordsPerBlock << PIECE_SHIFT) * 8;
    }

    long word(int block, int word) {
        return pieceOf(block)[at(block) + word];
    }

    void setWord(int block, int word, long lines) {
        pieceOf(block)[at(block) + word] = lines;
    }

    int count(int block) {
        long[] piece = pieceOf(block);
        int from = at(block);
        int lines = 0;
        for (int word = from; word < from + wordsPerBlock; word++) {
            lines += Long.bitCount(piece[word]);
        }
        return lines;
    }

    void copyTo(long[] target, int block) {
        System.arraycopy(pieceOf(block), at(block), target, 0, wordsPerBlock);
    }

    void copyFrom(long[] source, int block) {
        System.arraycopy(source, 0, pieceOf(block), at(block), wordsPerBlock);
    }

    void clear(int block) {
        int from = at(block);
        Arrays.fill(pieceOf(block), from, from + wordsPerBlock, 0);
    }

    private long[] pieceOf(int block) {
        return pieces[block >>> PIECE_SHIFT];
    }

    private int at(int block) {
        return (block & PIECE_MASK) * wordsPerBlock;
    }
}
