package coex.bench.program;

import java.util.Random;

/// A random permutation: at which place of memory each node of a tree goes.
final class ScatteredPlaces {

    private ScatteredPlaces() {}

    static int[] of(int count, Random random) {
        int[] places = new int[count];
        for (int i = 0; i < count; i++) {
            int other = random.nextInt(i + 1);
            places[i] = places[other];
            places[other] = i;
        }
        return places;
    }
}
