package coex.runtime.type;

import coex.collections.list.IndexOutOfRangeException;
import coex.collections.value.FieldValues;
import coex.gc.Kind;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// How the cells of matrices of one type are read and written; no method is a safepoint. References
/// are stored with the collector's barrier, and read with acquire: tasks may share a matrix.
///
/// A record because the JIT takes the fields of constant records for constants: generated code has
/// it in a constant.
///
/// @param kind of a cell
/// @param first where the cells begin in their array
/// @param cellsOffset of the reference to the array, in a matrix
/// @param widthOffset of its width
/// @param heightOffset of its height
public record MatrixCells(
        Kind kind, int first, int cellsOffset, int widthOffset, int heightOffset) {

    public int width(MutatorContext mutator, long matrix) {
        return Memory.getInt(mutator.address(matrix) + widthOffset);
    }

    public int height(MutatorContext mutator, long matrix) {
        return Memory.getInt(mutator.address(matrix) + heightOffset);
    }

    public boolean isInside(MutatorContext mutator, long matrix, long x, long y) {
        return isInside(mutator.address(matrix), x, y);
    }

    private boolean isInside(long address, long x, long y) {
        return x >= 0
                && y >= 0
                && x < Memory.getInt(address + widthOffset)
                && y < Memory.getInt(address + heightOffset);
    }

    /// @throws IndexOutOfRangeException if there is no such cell
    public long get(MutatorContext mutator, long matrix, long x, long y) {
        long address = mutator.address(matrix);
        int width = Memory.getInt(address + widthOffset);
        if (x < 0 || x >= width || y < 0 || y >= Memory.getInt(address + heightOffset)) {
            throw outside(address, x, y);
        }
        return load(mutator, address, y * width + x);
    }

    /// A cell, or `absent` if there is none at that place.
    public long getOr(MutatorContext mutator, long matrix, long x, long y, long absent) {
        long address = mutator.address(matrix);
        int width = Memory.getInt(address + widthOffset);
        if (x < 0 || x >= width || y < 0 || y >= Memory.getInt(address + heightOffset)) {
            return absent;
        }
        return load(mutator, address, y * width + x);
    }

    private long load(MutatorContext mutator, long address, long index) {
        long cell = mutator.address(array(address)) + first + index * kind.bytes();
        return kind == Kind.REFERENCE
                ? Integer.toUnsignedLong(Memory.getIntAcquire(cell))
                : FieldValues.load(kind, cell);
    }

    private long array(long address) {
        return Integer.toUnsignedLong(Memory.getIntAcquire(address + cellsOffset));
    }

    private IndexOutOfRangeException outside(long address, long x, long y) {
        int width = Memory.getInt(address + widthOffset);
        return x < 0 || x >= width
                ? new IndexOutOfRangeException(x, width)
                : new IndexOutOfRangeException(y, Memory.getInt(address + heightOffset));
    }

    /// @throws IndexOutOfRangeException if there is no such cell
    public void set(MutatorContext mutator, long matrix, long x, long y, long bits) {
        long address = mutator.address(matrix);
        if (!isInside(address, x, y)) {
            throw outside(address, x, y);
        }
        put(mutator, array(address), y * Memory.getInt(address + widthOffset) + x, bits);
    }

    /// Stores into an array of cells.
    public void put(MutatorContext mutator, long array, long index, long bits) {
        long cells = mutator.address(array);
        long address = cells + first + index * kind.bytes();
        if (kind == Kind.REFERENCE) {
            mutator.storeReference(cells, address, bits);
        } else {
            FieldValues.store(kind, address, bits);
        }
    }

    /// Lets new cells take the place of the old.
    public void replace(MutatorContext mutator, long matrix, long array) {
        long address = mutator.address(matrix);
        mutator.storeReference(address, address + cellsOffset, array);
    }
}
