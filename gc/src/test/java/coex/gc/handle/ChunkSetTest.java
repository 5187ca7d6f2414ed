package coex.gc.handle;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.memory.Reservations;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.Random;
import java.util.TreeSet;

/// A set of words by chunks agrees with one that lists them.
class ChunkSetTest {

    private static final int CHUNK_WORDS = 64;
    private static final int WORDS = 300 * CHUNK_WORDS + 5;

    private final Reservations region = new Reservations();
    private final ChunkSet set = new ChunkSet(region, WORDS * 64L);

    @BeforeEach
    void commit() {
        assertThat(set.commitTo(WORDS * 64L)).isTrue();
    }

    @AfterEach
    void release() {
        region.release();
    }

    @Test
    void aWordBringsItsWholeChunk() {
        set.addWord(70);
        assertThat(set.hasWord(63)).isFalse();
        assertThat(set.hasWord(64)).isTrue();
        assertThat(set.hasWord(127)).isTrue();
        assertThat(set.hasWord(128)).isFalse();
        assertThat(set.nextWord(0, WORDS)).isEqualTo(64);
        assertThat(set.nextWord(100, WORDS)).isEqualTo(100);
        assertThat(set.nextWord(128, WORDS)).isEqualTo(WORDS);
    }

    @Test
    void theLimitMayLieInAChunk() {
        set.addWord(64);
        assertThat(set.nextWord(0, 64)).isEqualTo(64);
        assertThat(set.nextWord(0, 65)).isEqualTo(64);
        assertThat(set.nextWord(65, 65)).isEqualTo(65);
        assertThat(set.nextWord(0, 0)).isZero();
    }

    @Test
    void itAgreesWithASetOfChunks() {
        TreeSet<Long> chunks = new TreeSet<>();
        Random random = new Random(1);
        for (int i = 0; i < 2000; i++) {
            long word = random.nextInt(WORDS);
            if (random.nextInt(3) == 0) {
                set.removeWord(word);
                chunks.remove(word / CHUNK_WORDS);
            } else if (random.nextInt(200) == 0) {
                set.clear(word);
                chunks.removeIf(chunk -> chunk * CHUNK_WORDS < word);
            } else if (chunks.size() < 40) {
                set.addWord(word);
                chunks.add(word / CHUNK_WORDS);
            }
            long from = random.nextInt(WORDS);
            Long chunk = chunks.ceiling(from / CHUNK_WORDS);
            long expected = chunk == null ? WORDS : Math.max(from, chunk * CHUNK_WORDS);
            assertThat(set.nextWord(from, WORDS)).isEqualTo(Math.min(WORDS, expected));
        }
    }
}
