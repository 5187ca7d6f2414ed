// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.UUID;
import java.util.function.Function;

/// Codecs for classes of the JDK that other codecs' values stand in for.
///
/// `BigDecimal` has no order: its `compareTo` takes for equal what is not, and arrays have none in
/// Java either.
///
/// They are made while [Codec] is initialized, so they use only those of its constants that come
/// before them, and name the codecs of components.
final class JavaCodecs {

    private record Seconds(long seconds, int nanos) {}

    private record DayAndNanos(long day, long nanos) {}

    private record TwoWords(long most, long least) {}

    private record Scaled(byte[] unscaled, int scale) {}

    private JavaCodecs() {}

    /// A codec that is equal to others of its name, with the order of its base.
    static <T, B> Codec<T> named(
            String name,
            Codec<B> base,
            Function<? super T, ? extends B> to,
            Function<? super B, ? extends T> from) {
        return new MappedCodec<>(base, to, from, true, name);
    }

    /// The same without an order.
    static <T, B> Codec<T> unordered(
            String name,
            Codec<B> base,
            Function<? super T, ? extends B> to,
            Function<? super B, ? extends T> from) {
        return new MappedCodec<>(base, to, from, false, name);
    }

    /// The order of the bytes is not that of the numbers, so that is made here.
    static Codec<BigInteger> bigInteger() {
        return new NumberCodec();
    }

    static Codec<Instant> instant() {
        return named(
                "instant",
                Codec.ofRecord(Seconds.class, Codec.LONG, Codec.INT),
                value -> new Seconds(value.getEpochSecond(), value.getNano()),
                kept -> Instant.ofEpochSecond(kept.seconds, kept.nanos));
    }

    static Codec<Duration> duration() {
        return named(
                "duration",
                Codec.ofRecord(Seconds.class, Codec.LONG, Codec.INT),
                value -> new Seconds(value.getSeconds(), value.getNano()),
                kept -> Duration.ofSeconds(kept.seconds, kept.nanos));
    }

    static Codec<LocalDateTime> localDateTime() {
        return named(
                "local date and time",
                Codec.ofRecord(DayAndNanos.class, Codec.LONG, Codec.LONG),
                value ->
                        new DayAndNanos(
                                value.toLocalDate().toEpochDay(),
                                value.toLocalTime().toNanoOfDay()),
                kept ->
                        LocalDateTime.of(
                                LocalDate.ofEpochDay(kept.day), LocalTime.ofNanoOfDay(kept.nanos)));
    }

    static Codec<UUID> uuid() {
        return named(
                "uuid",
                Codec.ofRecord(TwoWords.class, Codec.LONG, Codec.LONG),
                value ->
                        new TwoWords(
                                value.getMostSignificantBits(), value.getLeastSignificantBits()),
                kept -> new UUID(kept.most, kept.least));
    }

    static Codec<BigDecimal> bigDecimal() {
        return unordered(
                "big decimal",
                Codec.ofRecord(Scaled.class, Codec.BYTES, Codec.INT),
                value -> new Scaled(value.unscaledValue().toByteArray(), value.scale()),
                kept -> new BigDecimal(new BigInteger(kept.unscaled), kept.scale));
    }

    // Arrays, as the bytes of their elements

    static Codec<long[]> longs() {
        return unordered(
                "long[]",
                Codec.BYTES,
                value -> {
                    byte[] bytes = bytesFor(value.length, Long.BYTES);
                    ByteBuffer.wrap(bytes).asLongBuffer().put(value);
                    return bytes;
                },
                bytes -> {
                    long[] value = new long[bytes.length / Long.BYTES];
                    ByteBuffer.wrap(bytes).asLongBuffer().get(value);
                    return value;
                });
    }

    static Codec<int[]> ints() {
        return unordered(
                "int[]",
                Codec.BYTES,
                value -> {
                    byte[] bytes = bytesFor(value.length, Integer.BYTES);
                    ByteBuffer.wrap(bytes).asIntBuffer().put(value);
                    return bytes;
                },
                bytes -> {
                    int[] value = new int[bytes.length / Integer.BYTES];
                    ByteBuffer.wrap(bytes).asIntBuffer().get(value);
                    return value;
                });
    }

    static Codec<short[]> shorts() {
        return unordered(
                "short[]",
                Codec.BYTES,
                value -> {
                    byte[] bytes = bytesFor(value.length, Short.BYTES);
                    ByteBuffer.wrap(bytes).asShortBuffer().put(value);
                    return bytes;
                },
                bytes -> {
                    short[] value = new short[bytes.length / Short.BYTES];
                    ByteBuffer.wrap(bytes).asShortBuffer().get(value);
                    return value;
                });
    }

    static Codec<char[]> chars() {
        return unordered(
                "char[]",
                Codec.BYTES,
                value -> {
                    byte[] bytes = bytesFor(value.length, Character.BYTES);
                    ByteBuffer.wrap(bytes).asCharBuffer().put(value);
                    return bytes;
                },
                bytes -> {
                    char[] value = new char[bytes.length / Character.BYTES];
                    ByteBuffer.wrap(bytes).asCharBuffer().get(value);
                    return value;
                });
    }

    /// Every NaN is the same, as for `Arrays.equals`.
    static Codec<double[]> doubles() {
        return unordered(
                "double[]",
                Codec.BYTES,
                value -> {
                    ByteBuffer bytes = ByteBuffer.wrap(bytesFor(value.length, Double.BYTES));
                    for (double each : value) {
                        bytes.putLong(Double.doubleToLongBits(each));
                    }
                    return bytes.array();
                },
                bytes -> {
                    double[] value = new double[bytes.length / Double.BYTES];
                    ByteBuffer.wrap(bytes).asDoubleBuffer().get(value);
                    return value;
                });
    }

    /// As [#doubles].
    static Codec<float[]> floats() {
        return unordered(
                "float[]",
                Codec.BYTES,
                value -> {
                    ByteBuffer bytes = ByteBuffer.wrap(bytesFor(value.length, Float.BYTES));
                    for (float each : value) {
                        bytes.putInt(Float.floatToIntBits(each));
                    }
                    return bytes.array();
                },
                bytes -> {
                    float[] value = new float[bytes.length / Float.BYTES];
                    ByteBuffer.wrap(bytes).asFloatBuffer().get(value);
                    return value;
                });
    }

    static Codec<boolean[]> booleans() {
        return unordered(
                "boolean[]",
                Codec.BYTES,
                value -> {
                    byte[] bytes = new byte[value.length];
                    for (int i = 0; i < value.length; i++) {
                        bytes[i] = (byte) (value[i] ? 1 : 0);
                    }
                    return bytes;
                },
                bytes -> {
                    boolean[] value = new boolean[bytes.length];
                    for (int i = 0; i < value.length; i++) {
                        value[i] = bytes[i] != 0;
                    }
                    return value;
                });
    }

    private static byte[] bytesFor(int length, int each) {
        long bytes = (long) length * each;
        if (bytes > Integer.MAX_VALUE - 16) {
            throw new IllegalArgumentException(
                    "array too long to be kept as one value: length=%d bytes=%d"
                            .formatted(length, bytes));
        }
        return new byte[(int) bytes];
    }
}
