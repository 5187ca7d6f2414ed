package coex.gc.handle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

class HandleRunTest {

    private static final long[] WORDS = {
        -1L, 1L, Long.MIN_VALUE, 0x8000_0000_0000_0001L, 0xFFFF_0000_F0F0_AAAAL, -2L, Long.MAX_VALUE
    };

    private static HandleRun runOf(boolean singly, long... words) {
        HandleRun run = new HandleRun(singly);
        run.startRefill(64 * words.length, words.length);
        for (int i = 0; i < words.length; i++) {
            run.add(7 + 2L * i, words[i]);
        }
        return run;
    }

    private static List<Long> handlesOf(long... words) {
        List<Long> handles = new ArrayList<>();
        for (int i = 0; i < words.length; i++) {
            for (int bit = 0; bit < 64; bit++) {
                if ((words[i] >>> bit & 1) != 0) {
                    handles.add((7 + 2L * i << 6) + bit);
                }
            }
        }
        return handles;
    }

    private static List<Long> drain(HandleRun run) {
        List<Long> drained = new ArrayList<>();
        run.drainTo(
                (word, bits) -> {
                    for (int bit = 0; bit < 64; bit++) {
                        if ((bits >>> bit & 1) != 0) {
                            drained.add((word << 6) + bit);
                        }
                    }
                });
        return drained;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyHandleOfEveryWordIsGivenOutOnceInOrder(boolean singly) {
        HandleRun run = runOf(singly, WORDS);
        List<Long> given = new ArrayList<>();
        while (run.hasNext()) {
            given.add(run.next());
        }
        assertThat(given).isEqualTo(handlesOf(WORDS));
        assertThat(run.given()).isEqualTo(given.size());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsLeftIsWhatWasNotGivenOutAtEveryPoint(boolean singly) {
        List<Long> all = handlesOf(WORDS);
        for (int given = 0; given <= all.size(); given++) {
            HandleRun run = runOf(singly, WORDS);
            for (int i = 0; i < given; i++) {
                assertThat(run.hasNext()).isTrue();
                run.next();
            }
            if (given % 2 == 1) {
                run.hasNext(); // whether or not the next span has been entered
            }
            assertThat(run.given()).isEqualTo(given);
            assertThat(run.has(all.size() - given)).isTrue();
            assertThat(run.has(all.size() - given + 1)).isFalse();
            assertThat(leftIn(run)).isEqualTo(all.subList(given, all.size()));
            assertThat(drain(run)).isEqualTo(all.subList(given, all.size()));
            assertThat(run.hasNext()).isFalse();
            assertThat(run.given()).isEqualTo(given);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSpanThatIsClosedIsGivenOutLater(boolean singly) {
        List<Long> all = handlesOf(WORDS);
        for (int closed = 0; closed <= all.size(); closed++) {
            HandleRun run = runOf(singly, WORDS);
            List<Long> given = new ArrayList<>();
            while (run.hasNext()) {
                if (given.size() == closed) {
                    run.closeSpan();
                    assertThat(run.isInSpan()).isFalse();
                    assertThat(leftIn(run)).isEqualTo(all.subList(closed, all.size()));
                    assertThat(run.hasNext()).isTrue();
                }
                given.add(run.next());
            }
            assertThat(given).isEqualTo(all);
        }
    }

    @Test
    void aSpanOfOneEndsAfterEachHandle() {
        HandleRun run = runOf(true, -1L);
        for (int i = 0; i < 64; i++) {
            assertThat(run.isInSpan()).isFalse();
            assertThat(run.hasNext()).isTrue();
            run.next();
        }
    }

    @Test
    void aRunOfRandomWordsIsGivenOutWhole() {
        Random random = new Random(8);
        long[] words = random.longs(HandleRun.MOST_WORDS).map(word -> word | 1).toArray();
        HandleRun run = runOf(false, words);
        List<Long> given = new ArrayList<>();
        while (run.hasNext()) {
            given.add(run.next());
        }
        assertThat(given).isEqualTo(handlesOf(words));
    }

    private static int wordsUntilFull(HandleRun run) {
        int words = 0;
        while (!run.isFull()) {
            run.add(words++, -1L);
        }
        return words;
    }

    @Test
    void aRunThatWasNeverRefilledHasNothing() {
        var run = new HandleRun();
        assertThat(run.hasNext()).isFalse();
        assertThat(run.has(1)).isFalse();
        assertThat(leftIn(run)).isEmpty();
        assertThat(run.given()).isZero();
        assertThat(run.isFull()).isTrue();
        assertThat(drain(run)).isEmpty();
    }

    @Test
    void aRunGrowsFromNothingToAllItMayHaveAndGivesEveryHandle() {
        var run = new HandleRun();
        List<Integer> sizes = new ArrayList<>();
        List<Integer> room = new ArrayList<>();
        int given = 0;
        for (int i = 0; i < 6; i++) {
            sizes.add(run.startRefill(1000, 1));
            int words = wordsUntilFull(run);
            room.add(words);
            for (int k = 0; k < 64 * words; k++) {
                assertThat(run.hasNext()).isTrue();
                assertThat(run.next()).isEqualTo(k);
            }
            given += 64 * words;
            assertThat(run.hasNext()).isFalse();
            assertThat(run.given()).isEqualTo(given);
        }
        assertThat(sizes).containsExactly(64, 128, 256, 512, 1000, 1000);
        assertThat(room).containsExactly(8, 16, 32, 64, 64, 64);
    }

    @Test
    void aSparseTableGetsRoomForTheWordsItNeedsAndNoMoreThanTheMost() {
        assertThat(roomOfFirstRefill(40)).isEqualTo(40);
        assertThat(roomOfFirstRefill(1000)).isEqualTo(HandleRun.MOST_WORDS);
    }

    private static int roomOfFirstRefill(int least) {
        var run = new HandleRun();
        run.startRefill(64, least);
        return wordsUntilFull(run);
    }

    static List<Long> leftIn(HandleRun run) {
        List<Long> left = new ArrayList<>();
        run.forEachLeft(left::add);
        return left;
    }
}
