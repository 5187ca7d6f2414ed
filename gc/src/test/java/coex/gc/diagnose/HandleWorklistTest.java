package coex.gc.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/// Every handle that is added comes out once, however short the stack is.
class HandleWorklistTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1024, 5000, 1 << 20})
    void whatIsAddedOnceComesOutOnce(int largestStack) {
        SplittableRandom random = new SplittableRandom(largestStack);
        HandleWorklist list = new HandleWorklist(64, largestStack);
        Set<Long> added = new HashSet<>();
        List<Long> seen = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            if (random.nextInt(3) > 0) {
                long handle = random.nextLong(1, 1 << 14) << random.nextInt(3);
                boolean known = list.contains(handle);
                boolean isNew = list.add(handle);
                if (isNew != added.add(handle) || isNew == known) {
                    throw new AssertionError("handle %d: known=%s".formatted(handle, known));
                }
            } else if (!list.isEmpty()) {
                seen.add(list.next());
            }
        }
        while (!list.isEmpty()) {
            seen.add(list.next());
        }
        assertThat(seen).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(added);
        assertThat(list.count()).isEqualTo(added.size());
        assertThat(list.meet(3L << 20)).isTrue();
        assertThat(list.add(3L << 20)).isFalse();
        assertThat(list.isEmpty()).isTrue();
    }
}
