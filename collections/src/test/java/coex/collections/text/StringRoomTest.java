package coex.collections.text;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.list.TestHeaps;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.Mutator;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Joining two strings keeps both while it makes room, also if nobody else does.
class StringRoomTest {

    @ParameterizedTest
    @EnumSource(TestHeaps.class)
    void whatIsAppendedNeedNotBeInAFrame(TestHeaps kind) {
        try (Heap heap = Heap.open(kind.options())) {
            Mutator checked = heap.attach();
            MutatorContext mutator = ConcurrentHeap.contextOf(checked);
            Strings strings = Strings.of(heap);
            StringBuilder expected = new StringBuilder();
            try (Frame frame = checked.frame(1)) {
                for (int i = 0; i < 400; i++) {
                    String piece = "<" + i % 10 + ">";
                    long appended = strings.of(mutator, piece); // in no frame
                    frame.set(0, strings.concat(mutator, frame.get(0), appended));
                    expected.append(piece);
                    assertThat(strings.toJava(mutator, frame.get(0)))
                            .isEqualTo(expected.toString());
                }
            }
        }
    }
}
