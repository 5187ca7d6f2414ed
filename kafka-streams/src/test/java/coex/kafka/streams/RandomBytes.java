package coex.kafka.streams;

import org.apache.kafka.common.utils.Bytes;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/// Random keys and values: short ones of few bytes, so that they meet, begin each other and have
/// zeros in them.
final class RandomBytes {

    private static final byte[] ALPHABET = {0, 1, 'a', (byte) 0x80, (byte) 0xFF};

    private final RandomGenerator random;
    private final String replay;

    /// Of the seed that `-Dcoex.seed` gives, or a random one.
    RandomBytes() {
        Long given = Long.getLong("coex.seed");
        long seed = given == null ? System.nanoTime() : given;
        random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        replay = "replay with -Dcoex.seed=" + seed;
    }

    /// How to repeat the run.
    String replay() {
        return replay;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    long below(long bound) {
        return random.nextLong(bound);
    }

    private byte[] bytes(int least, int most) {
        byte[] bytes = new byte[random.nextInt(least, most + 1)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = ALPHABET[random.nextInt(ALPHABET.length)];
        }
        return bytes;
    }

    Bytes key() {
        return Bytes.wrap(bytes(1, 4));
    }

    Bytes keyOrNull() {
        return random.nextInt(5) == 0 ? null : key();
    }

    byte[] value() {
        return bytes(0, 12);
    }

    byte[] valueOrNull() {
        return random.nextInt(4) == 0 ? null : value();
    }
}
