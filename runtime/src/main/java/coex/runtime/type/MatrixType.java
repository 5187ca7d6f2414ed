package coex.runtime.type;

import coex.gc.Shape;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;
import coex.runtime.error.CoexError;

/// A matrix: an object with its size and a reference to an array of cells, row by row. Applying a
/// formula fills a second array, which then takes the place of the first.
///
/// Matrix and cells are mutable objects; references are stored with the collector's barrier, and
/// read with acquire: tasks may share a matrix. Those that write the same cell at once leave one of
/// their values.
public final class MatrixType extends IdentityType {

    private final RuntimeType cell;
    private final OptionalType optionalCell;
    private final Shape matrices;
    private final Shape arrays;
    private final MatrixCells cells;

    MatrixType(Values values, String name, OptionalType optionalCell) {
        super(values, name);
        this.cell = optionalCell.value();
        this.optionalCell = optionalCell;
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
                        .arrayOf(cell.kind())
                        .mutable()
                        .build();
        this.cells =
                new MatrixCells(
                        cell.kind(),
                        arrays.fixedBytes(),
                        matrices.field("cells").offset(),
                        matrices.field("width").offset(),
                        matrices.field("height").offset());
    }

    /// A matrix with all cells the same. A safepoint; it keeps the value.
    public long create(MutatorContext mutator, long width, long height, long bits) {
        if (width < 0 || height < 0 || Math.multiplyHigh(width, height) != 0) {
            throw wrongSize(width, height);
        }
        try (RootFrame kept = RootFrame.slots(mutator, 2)) {
            kept.set(0, cell.isReference() ? bits : 0);
            long array = newCells(mutator, width, height);
            kept.set(1, array);
            for (long i = 0; i < width * height; i++) {
                cells.put(mutator, array, i, bits);
                mutator.poll();
            }
            long matrix =
                    mutator.allocator()
                            .allocate(matrices.id(), matrices.fixedBytes(), ObjectHeader.MUTABLE);
            long address = mutator.address(matrix);
            Memory.putInt(address + cells.widthOffset(), (int) width);
            Memory.putInt(address + cells.heightOffset(), (int) height);
            mutator.storeReference(address, address + cells.cellsOffset(), array);
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

    /// How its cells are read and written.
    public MatrixCells cells() {
        return cells;
    }

    /// The cell at (x + dx, y + dy), or nil. A safepoint.
    public long neighbour(MutatorContext mutator, long matrix, long x, long y, long dx, long dy) {
        return cells.isInside(mutator, matrix, x + dx, y + dy)
                ? optionalCell.wrap(mutator, cells.get(mutator, matrix, x + dx, y + dy))
                : optionalCell.nil();
    }

    /// Cells for what a formula computes. A safepoint; it keeps the matrix.
    public long nextGeneration(MutatorContext mutator, long matrix) {
        return newCells(mutator, cells.width(mutator, matrix), cells.height(mutator, matrix));
    }
}
