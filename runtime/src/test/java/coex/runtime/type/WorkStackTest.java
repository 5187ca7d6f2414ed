package coex.runtime.type;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

class WorkStackTest {

    private record Part(long first, long second, int place) {}

    /// Up and down over the borders of blocks.
    @Test
    void whatIsPutOnLastComesOffFirst() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        var stack = new WorkStack();
        Deque<Part> model = new ArrayDeque<>();
        for (int i = 0; i < 200_000; i++) {
            boolean grows = random.nextInt(20_000) > model.size();
            if (model.isEmpty() || grows && random.nextInt(3) > 0) {
                var part =
                        new Part(
                                Integer.toUnsignedLong(random.nextInt()),
                                Integer.toUnsignedLong(random.nextInt()),
                                random.nextInt());
                stack.push(null, part.first(), part.second(), part.place());
                model.push(part);
            } else {
                stack.pop();
                assertThat(new Part(stack.first(), stack.second(), stack.place()))
                        .as("seed=" + seed)
                        .isEqualTo(model.pop());
            }
            assertThat(stack.size()).isEqualTo(model.size());
            assertThat(stack.isEmpty()).isEqualTo(model.isEmpty());
        }
    }
}
