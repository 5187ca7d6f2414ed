package coex.bench.micro;

import java.util.Random;

/// The same shuffled order on both sides of a comparison.
final class Shuffle {

    private Shuffle() {}

    /// The numbers below `count`, in an order that depends on nothing else.
    static int[] below(int count) {
        Random random = new Random(25);
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            int other = random.nextInt(i + 1);
            order[i] = order[other];
            order[other] = i;
        }
        return order;
    }
}
