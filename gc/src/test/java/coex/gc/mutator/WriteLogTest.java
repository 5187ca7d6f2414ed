// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

class WriteLogTest {

    private static void push(WriteLog log, long from, long to) {
        for (long handle = from; handle <= to; handle++) {
            if (log.isFull()) {
                log.grow();
            }
            log.push(handle);
        }
    }

    private static List<Long> entries(WriteLog log) {
        List<Long> entries = new ArrayList<>();
        log.forEach(entries::add);
        return entries;
    }

    private static List<Long> range(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    @Test
    void itHasWhatWasAppendedHoweverMuch() {
        WriteLog log = new WriteLog(3);
        push(log, 1, 10_000);
        assertThat(entries(log)).containsExactlyInAnyOrderElementsOf(range(1, 10_000));
        assertThat(log.room()).isBetween(10_000L, 20_000L);
    }

    @Test
    void theLastCanBeTakenBackAlsoIfItIsTheFirstOfAChunk() {
        WriteLog log = new WriteLog(2);
        push(log, 1, 3);
        log.takeBack();
        push(log, 4, 4);
        assertThat(entries(log)).containsExactlyInAnyOrder(1L, 2L, 4L);
    }

    @Test
    void aLogThatIsMovedIsEmptyAndTheOtherHasBoth() {
        WriteLog log = new WriteLog(2);
        WriteLog others = new WriteLog(0);
        push(log, 1, 9);
        log.moveTo(others);
        assertThat(log.isEmpty()).isTrue();
        assertThat(log.room()).isZero();
        log.moveTo(others); // of nothing

        push(log, 10, 12);
        log.moveTo(others);
        push(log, 13, 13);
        assertThat(entries(others)).containsExactlyInAnyOrderElementsOf(range(1, 12));
        assertThat(entries(log)).containsExactly(13L);
    }
}
