package coex.gc.mutator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

class HandleBufferTest {

    private static void push(HandleBuffer buffer, long from, long to) {
        for (long handle = from; handle < to; handle++) {
            buffer.push(handle);
        }
    }

    private static List<Long> handed(HandleBuffer buffer) {
        List<Long> handles = new ArrayList<>();
        for (int i = 0; i < buffer.handedCount(); i++) {
            handles.add(buffer.handed(i));
        }
        return handles;
    }

    private static List<Long> numbers(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    @Test
    void nothingIsHandedOverBeforeTheFirstHandle() {
        var buffer = new HandleBuffer(4);
        buffer.handOver(1);
        assertThat(handed(buffer)).isEmpty();
        buffer.drainTo(handle -> assertThat(handle).as("drained").isNull());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 4, 100})
    void handlesOneByOneAllArriveInOrderWhateverTheFirstLength(int capacity) {
        var buffer = new HandleBuffer(capacity);
        push(buffer, 0, 50);
        buffer.handOver(2);
        assertThat(handed(buffer)).isEqualTo(numbers(0, 50));
    }

    @Test
    void handingOverTwiceInOneRoundHandsOverOnce() {
        var buffer = new HandleBuffer(4);
        push(buffer, 0, 3);
        buffer.handOver(1);
        push(buffer, 10, 12);
        buffer.handOver(1);
        assertThat(handed(buffer)).isEqualTo(numbers(0, 3));
        buffer.handOver(2);
        assertThat(handed(buffer)).isEqualTo(numbers(10, 12));
    }

    @Test
    void whatIsTakenBackIsNotHandedOver() {
        var buffer = new HandleBuffer(1);
        push(buffer, 0, 3);
        buffer.takeBack();
        assertThat(buffer.waiting()).isEqualTo(2);
        buffer.handOver(1);
        assertThat(handed(buffer)).isEqualTo(numbers(0, 2));
    }

    @Test
    void bothArraysGrowFromNothingAndKeepApartWhatWasHandedOver() {
        var buffer = new HandleBuffer(2);
        push(buffer, 0, 9);
        buffer.handOver(3);
        push(buffer, 100, 120);
        assertThat(handed(buffer)).isEqualTo(numbers(0, 9));
        buffer.handOver(4);
        assertThat(handed(buffer)).isEqualTo(numbers(100, 120));
        push(buffer, 200, 205);
        List<Long> drained = new ArrayList<>();
        buffer.drainTo(drained::add);
        assertThat(drained).isEqualTo(numbers(200, 205));
        assertThat(handed(buffer)).isEqualTo(numbers(100, 120));
        buffer.discard();
        assertThat(handed(buffer)).isEmpty();
    }
}
