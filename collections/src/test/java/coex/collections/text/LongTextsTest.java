package coex.collections.text;

import static coex.collections.value.Pause.STEP_BYTES;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.value.Pause;
import coex.collections.value.SafepointRequested;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.LongSupplier;

/// The collector never waits for a whole long text to be copied or looked at.
class LongTextsTest extends LongValues {

    private static final int STEPS = 5;
    private static final int LONG = STEPS * STEP_BYTES;

    private static byte[] text(int bytes) {
        byte[] text = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            text[i] = (byte) ('a' + i * 31L % 23 + i / 1000 % 3);
        }
        return text;
    }

    /// Makes a string and roots it.
    private long made(int slot, byte[] text) {
        long string = strings.of(mutator, text, 0, text.length);
        frame.set(slot, string);
        return string;
    }

    /// Makes something from rooted strings, in which there are as many safepoints as steps.
    private long inSteps(int steps, LongSupplier operation) throws InterruptedException {
        long[] result = new long[1];
        int safepoints =
                asked.safepointsIn(
                        () -> {
                            result[0] = operation.getAsLong();
                            frame.set(3, result[0]);
                        });
        assertThat(safepoints).isGreaterThanOrEqualTo(steps);
        return result[0];
    }

    private void holds(long string, byte[]... parts) {
        int at = 0;
        byte[] found = strings.bytesAtOnce(mutator, string);
        for (byte[] part : parts) {
            assertThat(Arrays.equals(found, at, at + part.length, part, 0, part.length)).isTrue();
            at += part.length;
        }
        assertThat(found).hasSize(at);
        assertThat(asked.heap().validate().errors()).isEmpty();
    }

    @Test
    void aTextIsTakenFromAnArrayInSteps() throws Exception {
        byte[] text = text(LONG + 7);
        holds(inSteps(STEPS, () -> strings.of(mutator, text, 0, text.length)), text);
        long counted = inSteps(STEPS, () -> strings.of(mutator, text, 0, LONG, LONG));
        holds(counted, Arrays.copyOf(text, LONG));
        assertThat(strings.length(mutator, counted)).isEqualTo(LONG);
    }

    @Test
    void twoTextsAreJoinedInSteps() throws Exception {
        byte[] text = text(LONG);
        byte[] other = text(LONG + 5);
        long first = made(0, text);
        long second = made(1, other);
        holds(inSteps(2 * STEPS, () -> strings.concat(mutator, first, second)), text, other);
    }

    @Test
    void aTextThatBeginsToGrowIsCopiedAndCountedInSteps() throws Exception {
        byte[] text = text(LONG);
        byte[] other = text(100);
        long first = made(0, text);
        long second = made(1, other);
        long grown = inSteps(2 * STEPS, () -> strings.concat(mutator, first, second));
        holds(grown, text, other);
        assertThat(strings.length(mutator, grown)).isEqualTo(LONG + 100);
    }

    @Test
    void aLongTextIsAppendedInPlaceInSteps() throws Exception {
        byte[] text = text(8 * STEP_BYTES);
        byte[] more = text(2 * STEP_BYTES - 3);
        long second = made(1, more);
        long first = made(0, text);
        long grown = inSteps(8, () -> strings.concat(mutator, first, second));
        frame.set(0, grown);
        long twice = inSteps(2, () -> strings.concat(mutator, grown, second));
        assertThat(strings.payload(mutator, twice)).isEqualTo(strings.payload(mutator, grown));
        holds(twice, text, more, more);
        holds(grown, text, more);
        assertThat(strings.length(mutator, twice)).isEqualTo(text.length + 2 * more.length);
    }

    @Test
    void aRangeIsReplacedInSteps() throws Exception {
        byte[] text = text(LONG);
        byte[] other = text(2 * STEP_BYTES);
        long string = made(0, text);
        long source = made(1, other);
        StringPieces pieces = StringPieces.of(asked.heap());
        long changed = inSteps(6, () -> pieces.setRange(mutator, string, 1000, 2000, source));
        holds(
                changed,
                Arrays.copyOf(text, 1000),
                other,
                Arrays.copyOfRange(text, 2000, text.length));
    }

    @Test
    void bytesAreTakenOutInSteps() throws Exception {
        byte[] text = text(LONG);
        long string = made(0, text);
        byte[] found = new byte[LONG];
        int safepoints =
                asked.safepointsIn(() -> strings.copyOut(mutator, string, 0, found, 0, LONG));
        assertThat(found).isEqualTo(text);
        assertThat(strings.bytes(mutator, string)).isEqualTo(text);
        assertThat(safepoints).isGreaterThanOrEqualTo(STEPS);
    }

    @Test
    void aListOfBytesBecomesATextInSteps() throws Exception {
        byte[] text = text(LONG);
        StringBytes bytes = StringBytes.of(asked.heap());
        long list = inSteps(STEPS, () -> bytes.toList(mutator, made(0, text)));
        frame.set(0, list);
        holds(inSteps(STEPS, () -> bytes.ofList(mutator, list)), text);
    }

    @Test
    void aDelimiterIsSoughtInSteps() throws Exception {
        byte[] text = text(LONG);
        text[LONG - 2] = '!';
        long string = made(0, text);
        long delimiter = made(1, new byte[] {'!'});
        StringPieces pieces = StringPieces.of(asked.heap());
        long list = inSteps(STEPS - 1, () -> pieces.split(mutator, string, delimiter));
        assertThat(pieces.lists().length(mutator, list)).isEqualTo(2);
        holds(pieces.lists().get(mutator, list, 0), Arrays.copyOf(text, LONG - 2));
    }

    @Test
    void textsThatAgreeForLongAreSoughtInSteps() throws Exception {
        byte[] text = new byte[20_000];
        Arrays.fill(text, (byte) 'a');
        byte[] other = Arrays.copyOf(text, 5_000);
        other[4_999] = 'b';
        text[19_999] = 'b';
        long string = made(0, text);
        long sought = made(1, other);
        // Fifteen thousand places, and five thousand bytes at each.
        inSteps(
                45,
                () -> {
                    assertThat(strings.contains(mutator, string, sought, Pause.POLL)).isTrue();
                    return 0;
                });
        assertThat(strings.indexOf(mutator, string, sought, 0)).isEqualTo(15_000);
    }

    @Test
    void aLongTextIsSoughtInSteps() throws Exception {
        byte[] text = text(LONG);
        byte[] other = Arrays.copyOfRange(text, 12_345, 12_345 + 3 * STEP_BYTES);
        byte[] close = other.clone();
        close[close.length - 1] = '!';
        long string = made(0, text);
        long sought = made(1, other);
        long absent = made(2, close);
        int place = strings.indexOf(mutator, string, sought, 0);
        assertThat(Arrays.equals(text, place, place + other.length, other, 0, other.length))
                .isTrue();
        inSteps(
                3,
                () -> {
                    assertThat(strings.contains(mutator, string, sought, Pause.POLL)).isTrue();
                    assertThat(strings.contains(mutator, string, absent, Pause.POLL)).isFalse();
                    return 0;
                });
    }

    @Test
    void aTextIsCountedInSteps() throws Exception {
        long string = made(0, "é".repeat(LONG / 2).getBytes(StandardCharsets.UTF_8));
        inSteps(
                STEPS,
                () -> {
                    assertThat(strings.length(mutator, string, Pause.POLL)).isEqualTo(LONG / 2);
                    return 0;
                });
    }

    @Test
    void textsAreComparedInSteps() throws Exception {
        byte[] text = text(LONG);
        long first = made(0, text);
        long second = made(1, text);
        text[LONG - 1] = '~';
        long third = made(2, text);
        inSteps(
                4 * STEPS,
                () -> {
                    assertThat(strings.equal(mutator, first, second, Pause.POLL)).isTrue();
                    assertThat(strings.equal(mutator, first, third, Pause.POLL)).isFalse();
                    assertThat(strings.compare(mutator, first, second, Pause.POLL)).isZero();
                    assertThat(strings.compare(mutator, first, third, Pause.POLL)).isNegative();
                    assertThat(strings.compare(mutator, third, first, Pause.POLL)).isPositive();
                    return 0;
                });
    }

    @Test
    void whoHoldsHandlesUnrootedGivesUpALongTextIfAskedMeanwhile() {
        byte[] text = text(LONG);
        long first = made(0, text);
        long second = made(1, text);
        long piece = made(2, Arrays.copyOf(text, 1000));
        mutator.setCompanion(this); // asked until somebody takes it
        mutator.requestAttention();
        assertThatThrownBy(() -> strings.equal(mutator, first, second, Pause.GIVE_UP))
                .isInstanceOf(SafepointRequested.class);
        assertThatThrownBy(() -> strings.compare(mutator, first, second, Pause.GIVE_UP))
                .isInstanceOf(SafepointRequested.class);
        assertThatThrownBy(() -> strings.length(mutator, first, Pause.GIVE_UP))
                .isInstanceOf(SafepointRequested.class);
        assertThat(strings.equal(mutator, first, piece, Pause.GIVE_UP)).isFalse();
        assertThat(strings.length(mutator, piece, Pause.GIVE_UP)).isEqualTo(1000);
        assertThat(strings.compare(mutator, piece, first, Pause.GIVE_UP)).isNegative();
        assertThat(strings.contains(mutator, first, piece, Pause.GIVE_UP)).isTrue();
        assertThat(mutator.takeAttention()).isTrue();
    }

    @Test
    void aHashTakesInBothEndsAndSomeBetweenOfALongText() {
        byte[] text = text(LONG);
        int hash = strings.hash(mutator, made(0, text));
        assertThat(strings.hash(mutator, made(1, text))).isEqualTo(hash);
        for (int place : new int[] {0, LONG - 1, TextHash.sample(LONG, 100)}) {
            byte[] changed = text.clone();
            changed[place]++;
            assertThat(strings.hash(mutator, made(1, changed))).isNotEqualTo(hash);
        }
        assertThat(strings.hash(mutator, made(1, Arrays.copyOf(text, LONG - 1))))
                .isNotEqualTo(hash);
    }
}
