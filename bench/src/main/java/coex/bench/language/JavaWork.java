package coex.bench.language;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The programs of [LanguageWork] as a Java programmer would write them, with `long` for `int`,
/// since that is what it is in Coex, and Java's own collections, which are changed in place.
final class JavaWork {

    private static final int SIDE = 256;

    private JavaWork() {}

    private static long steps(long start) {
        long n = start;
        long count = 0;
        while (n != 1) {
            n = n % 2 == 0 ? n / 2 : 3 * n + 1;
            count += 1;
        }
        return count;
    }

    static long collatz(long size) {
        long longest = 0;
        for (long start = 1; start < size; start++) {
            long count = steps(start);
            if (count > longest) {
                longest = count;
            }
        }
        return longest;
    }

    static long products(long size) {
        long sum = 0;
        for (long i = 0; i < size; i++) {
            for (long j = 0; j < size; j++) {
                sum += i * j - j;
            }
        }
        return sum;
    }

    private static long escape(double x, double y) {
        double a = 0;
        double b = 0;
        long n = 0;
        while (n < 200 && a * a + b * b < 4.0) {
            double next = a * a - b * b + x;
            b = 2.0 * a * b + y;
            a = next;
            n += 1;
        }
        return n;
    }

    static long mandelbrot(long size) {
        long total = 0;
        for (long row = 0; row < size; row++) {
            for (long column = 0; column < size; column++) {
                total += escape(3.0 * column / size - 2.0, 2.0 * row / size - 1.0);
            }
        }
        return total;
    }

    static long fib(long n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    private record Rule(long zero, long one) {}

    static long fibByRule(long n) {
        return fib(new Rule(0, 1), n);
    }

    private static long fib(Rule rule, long n) {
        if (n == 0) {
            return rule.zero;
        }
        if (n == 1) {
            return rule.one;
        }
        return fib(rule, n - 1) + fib(rule, n - 2);
    }

    static long coins(long sum) {
        return reach(List.of(1L, 2L, 5L, 10L, 20L, 50L), 0, sum);
    }

    private static long reach(List<Long> coins, long from, long sum) {
        if (sum == 0) {
            return 1;
        }
        if (sum < 0 || from == coins.size()) {
            return 0;
        }
        return reach(coins, from, sum - coins.get((int) from)) + reach(coins, from + 1, sum);
    }

    private static List<Long> filled(long size) {
        List<Long> list = new ArrayList<>();
        for (long i = 0; i < size; i++) {
            list.add(i);
        }
        return list;
    }

    static long append(long size) {
        return filled(size).size();
    }

    static long iterate(long size) {
        List<Long> list = filled(size);
        long sum = 0;
        for (int round = 0; round < 20; round++) {
            for (long x : list) {
                sum += x % 7;
            }
        }
        return sum;
    }

    static long map(long size) {
        Map<Long, Long> map = new HashMap<>();
        for (long i = 0; i < size; i++) {
            map.put(i * 7919, i);
        }
        long sum = 0;
        for (long i = 0; i < size; i++) {
            sum += map.get(i * 7919);
        }
        return sum + map.size();
    }

    static long split(long size) {
        var builder = new StringBuilder();
        for (long i = 0; i < size; i++) {
            builder.append("word").append(i).append(' ');
        }
        String text = builder.toString();
        long total = 0;
        for (int round = 0; round < 10; round++) {
            for (String word : text.split(" ", -1)) {
                total += word.length();
            }
        }
        return total;
    }

    private record Tree(long value, Tree left, Tree right) {}

    private static Tree grown(long depth, long value) {
        return depth == 0
                ? new Tree(value, null, null)
                : new Tree(value, grown(depth - 1, 2 * value), grown(depth - 1, 2 * value + 1));
    }

    private static long sum(Tree tree) {
        return tree == null ? 0 : tree.value + sum(tree.left) + sum(tree.right);
    }

    static long tree(long depth) {
        return sum(grown(depth, 1));
    }

    private record Point(long x, long y) {}

    static long churn(long size) {
        List<Point> kept = new ArrayList<>();
        long sum = 0;
        for (long i = 1; i <= size; i++) {
            var point = new Point(i, i + 1);
            sum += point.x + point.y;
            if (i % 1000 == 0) {
                kept.add(point);
                System.gc();
            }
        }
        return sum + kept.size();
    }

    static long life(long generations) {
        int[][] board = new int[SIDE][SIDE];
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                board[y][x] = (x * 7 + y * 13) % 5 < 2 ? 1 : 0;
            }
        }
        for (long i = 0; i < generations; i++) {
            board = next(board);
        }
        long alive = 0;
        for (int[] row : board) {
            for (int cell : row) {
                alive += cell;
            }
        }
        return alive;
    }

    private static int[][] next(int[][] board) {
        int[][] next = new int[SIDE][SIDE];
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                int n = neighbours(board, x, y);
                next[y][x] = n == 3 || n == 2 && board[y][x] == 1 ? 1 : 0;
            }
        }
        return next;
    }

    private static int neighbours(int[][] board, int x, int y) {
        int n = 0;
        for (int dy = -1; dy <= 1; dy++) {
            for (int dx = -1; dx <= 1; dx++) {
                boolean isInside = y + dy >= 0 && y + dy < SIDE && x + dx >= 0 && x + dx < SIDE;
                if ((dx != 0 || dy != 0) && isInside) {
                    n += board[y + dy][x + dx];
                }
            }
        }
        return n;
    }
}
