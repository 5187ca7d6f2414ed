package coex.runtime.type;

import coex.collections.list.IndexOutOfRangeException;
import coex.gc.Kind;
import coex.gc.Shape;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.runtime.error.CoexError;

/// A matrix: an object with its size and a reference to an array of cells, row by row. Applying a formula
/// fills a second array, which then takes the place of the first.
///
/// Matrix and cells are mutable objects; references are stored with the collector's barrier, and read with
/// acquire: tasks may share a matrix. Those that write the same cell at once leave one of their values.
public final class MatrixType extends IdentityType {

    private final RuntimeType cell;
    private final OptionalType optionalCell;
    private final Kind kind;
    private final Shape matrices;
    private final Shape arrays;
    private final int widthOffset;
    private final int heightOffset;
    private final int cellsOffset;

    MatrixType(Values values, String name, OptionalType optionalCell) {
        super(values, name);
        this.cell = optionalCell.value();
        this.optionalCell = optionalCell;
        this.kind = cell.kind();
        this.matrices =
                values.heap()
                        .shape(values.shapeName(name))
                        .reference("cells")
                        .intField("width")
                        .intField("height")
                        .mutable()
                        .build();
        this.arrays =
                values.heap()
                        .shape(values.shapeName(name + " cells"))
                        .arrayOf(kind)
                        .mutable()
                        .build();
        this.cellsOffset = matrices.field("cells").offset();
        this.widthOffset = matrices.field("width").offset();
        this.heightOffset = matrices.field("height").offset();
    }

    /// A matrix with all cells the same. A safepoint; it keeps the value.
    public long create(MutatorContext mutator, long width, long height, long bits) {
        if (width < 0 || height < 0 || Math.multiplyHigh(width, height) != 0) {
            throw wrongSize(width, height);
        }
        try (Kept kept = Kept.slots(mutator, 2)) {
            kept.set(0, cell.isReference() ? bits : 0);
            long cells = newCells(mutator, width, height);
            kept.set(1, cells);
            for (long i = 0; i < width * height; i++) {
                put(mutator, cells, i, bits);
                mutator.poll();
            }
            long matrix =
                    mutator.allocator()
                            .allocate(matrices.id(), matrices.fixedBytes(), ObjectHeader.MUTABLE);
            long address = mutator.address(matrix);
            Memory.putInt(address + widthOffset, (int) width);
            Memory.putInt(address + heightOffset, (int) height);
            mutator.storeReference(address + cellsOffset, cells);
            return matrix;
        }
    }

    private static CoexError wrongSize(long width, long height) {
        return new CoexError(
                "no matrix can be so large: width=%d height=%d".formatted(width, height));
    }

    private long newCells(MutatorContext mutator, long width, long height) {
        long count = width * height;
        if (count < 0 || count > Integer.MAX_VALUE - 64) {
            throw wrongSize(width, height);
        }
        return mutator.allocator()
                .allocateArray(
                        arrays.id(),
                        arrays.arrayBytes((int) count),
                        ObjectHeader.MUTABLE,
                        (int) count);
    }

    private void put(MutatorContext mutator, long cells, long index, long bits) {
        long address = mutator.address(cells) + arrays.fixedBytes() + index * kind.bytes();
        if (kind == Kind.REFERENCE) {
            mutator.storeReference(address, bits);
        } else {
            FieldMemory.store(kind, address, bits);
        }
    }

    public long width(MutatorContext mutator, long matrix) {
        return Memory.getInt(mutator.address(matrix) + widthOffset);
    }

    public long height(MutatorContext mutator, long matrix) {
        return Memory.getInt(mutator.address(matrix) + heightOffset);
    }

    private long cells(MutatorContext mutator, long matrix) {
        return Integer.toUnsignedLong(Memory.getIntAcquire(mutator.address(matrix) + cellsOffset));
    }

    public boolean isInside(MutatorContext mutator, long matrix, long x, long y) {
        return x >= 0 && y >= 0 && x < width(mutator, matrix) && y < height(mutator, matrix);
    }

    private long index(MutatorContext mutator, long matrix, long x, long y) {
        if (!isInside(mutator, matrix, x, y)) {
            long width = width(mutator, matrix);
            throw x < 0 || x >= width
                    ? new IndexOutOfRangeException(x, width)
                    : new IndexOutOfRangeException(y, height(mutator, matrix));
        }
        return y * width(mutator, matrix) + x;
    }

    public long get(MutatorContext mutator, long matrix, long x, long y) {
        long index = index(mutator, matrix, x, y);
        long first = mutator.address(cells(mutator, matrix)) + arrays.fixedBytes();
        long address = first + index * kind.bytes();
        return kind == Kind.REFERENCE
                ? Integer.toUnsignedLong(Memory.getIntAcquire(address))
                : FieldMemory.load(kind, address);
    }

    public void set(MutatorContext mutator, long matrix, long x, long y, long bits) {
        put(mutator, cells(mutator, matrix), index(mutator, matrix, x, y), bits);
    }

    /// The cell at (x + dx, y + dy), or nil. A safepoint.
    public long neighbour(MutatorContext mutator, long matrix, long x, long y, long dx, long dy) {
        return isInside(mutator, matrix, x + dx, y + dy)
                ? optionalCell.wrap(mutator, get(mutator, matrix, x + dx, y + dy))
                : optionalCell.nil();
    }

    /// Cells for what a formula computes. A safepoint; it keeps the matrix.
    public long nextGeneration(MutatorContext mutator, long matrix) {
        long width = width(mutator, matrix);
        long height = height(mutator, matrix);
        return newCells(mutator, width, height);
    }

    /// Stores into cells that [#nextGeneration] has made.
    public void setNext(MutatorContext mutator, long next, long matrix, long x, long y, long bits) {
        put(mutator, next, y * width(mutator, matrix) + x, bits);
    }

    /// Lets new cells take the place of the old.
    public void replace(MutatorContext mutator, long matrix, long next) {
        mutator.storeReference(mutator.address(matrix) + cellsOffset, next);
    }
}
