package coex.bench.tasks;

/// A grid of doubles, computed by as many virtual threads as there are processors.
final class JavaMatrix {

    private final int width;
    private final int height;
    private final int steps;
    private double[] cells;

    JavaMatrix(int width, int height, int steps) {
        this.width = width;
        this.height = height;
        this.steps = steps;
        this.cells = new double[width * height];
        java.util.Arrays.fill(cells, 1);
    }

    long run() throws InterruptedException {
        int parts = Runtime.getRuntime().availableProcessors();
        for (int s = 0; s < steps; s++) {
            double[] next = new double[cells.length];
            Thread[] threads = new Thread[parts - 1];
            for (int p = 0; p < parts - 1; p++) {
                int from = height * p / parts;
                int to = height * (p + 1) / parts;
                threads[p] = Thread.ofVirtual().start(() -> rows(next, from, to));
            }
            rows(next, height * (parts - 1) / parts, height);
            for (Thread thread : threads) {
                thread.join();
            }
            cells = next;
        }
        return (long) cells[0];
    }

    private void rows(double[] next, int from, int to) {
        for (int y = from; y < to; y++) {
            for (int x = 0; x < width; x++) {
                double sum = at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1);
                next[y * width + x] = (cells[y * width + x] * 4 + sum) / 8;
            }
        }
    }

    private double at(int x, int y) {
        return x < 0 || y < 0 || x >= width || y >= height ? 0 : cells[y * width + x];
    }
}
