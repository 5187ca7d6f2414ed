package coex.runtime.type;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Random;
import java.util.stream.IntStream;

class EqualObjectsTest {

    /// Handles from all over their range, classes by a list of which object is in which.
    @Test
    void twoObjectsAreJoinedOnceHoweverTheyAre() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        long[] handles =
                random.ints()
                        .distinct()
                        .filter(each -> each != 0)
                        .limit(60)
                        .asLongStream()
                        .map(each -> each & 0xFFF_FFFFL | 1)
                        .distinct()
                        .toArray();
        int[] classes = IntStream.range(0, handles.length).toArray();
        var equal = new EqualObjects();
        for (int i = 0; i < 500; i++) {
            int one = random.nextInt(handles.length);
            int other = random.nextInt(handles.length);
            int from = classes[one];
            int to = classes[other];
            assertThat(equal.join(handles[one], handles[other]))
                    .as("seed=" + seed)
                    .isEqualTo(from != to);
            for (int k = 0; k < classes.length; k++) {
                classes[k] = classes[k] == from ? to : classes[k];
            }
        }
    }

    @Test
    void theLargestHandlesHaveAPlace() {
        var equal = new EqualObjects();
        assertThat(equal.join(0xFFFF_FFFFL, 1)).isTrue();
        assertThat(equal.join(1, 0xFFFF_FFFFL)).isFalse();
        assertThat(equal.join(0xFFFF_FFFEL, 0xFFFF_FFFFL)).isTrue();
        assertThat(equal.join(0xFFFF_FFFEL, 1)).isFalse();
    }
}
