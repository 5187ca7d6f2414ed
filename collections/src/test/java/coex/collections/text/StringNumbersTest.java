package coex.collections.text;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.Random;

/// Numbers in strings are what [NumberText] finds in Java's strings, and nothing is made for them.
class StringNumbersTest {

    private Heap heap;
    private MutatorContext mutator;
    private Strings strings;
    private StringNumbers numbers;

    @BeforeEach
    void openHeap() {
        heap = Heap.open(TestHeaps.PLAIN.options());
        mutator = ConcurrentHeap.contextOf(heap.attach());
        strings = Strings.of(heap);
        numbers = new StringNumbers(strings);
    }

    @AfterEach
    void closeHeap() {
        heap.close();
    }

    private void check(String text) {
        long string = strings.of(mutator, text);
        Long whole = NumberText.wholeNumber(text);
        assertThat(numbers.readWhole(mutator, string)).as(text).isEqualTo(whole != null);
        if (whole != null) {
            assertThat(numbers.longValue()).as(text).isEqualTo(whole);
        }
        Long hex = NumberText.hexNumber(text);
        assertThat(numbers.readHex(mutator, string)).as(text).isEqualTo(hex != null);
        if (hex != null) {
            assertThat(numbers.longValue()).as(text).isEqualTo(hex);
        }
        Double fraction = NumberText.fraction(text);
        assertThat(numbers.readFraction(mutator, string)).as(text).isEqualTo(fraction != null);
        if (fraction != null) {
            assertThat(numbers.doubleValue()).as(text).isEqualTo(fraction);
        }
    }

    @Test
    void theTextsOfTheReferenceGiveTheirNumbers() {
        assertThat(numbers.readWhole(mutator, strings.of(mutator, "12abc"))).isTrue();
        assertThat(numbers.longValue()).isEqualTo(12);
        assertThat(numbers.readWhole(mutator, strings.of(mutator, "abc"))).isFalse();
        assertThat(numbers.readWhole(mutator, 0)).isFalse();
        assertThat(numbers.readHex(mutator, 0)).isFalse();
        assertThat(numbers.readFraction(mutator, 0)).isFalse();
        assertThat(numbers.readFraction(mutator, strings.of(mutator, "1e3"))).isTrue();
        assertThat(numbers.doubleValue()).isEqualTo(1000);
    }

    @Test
    void strangeTextsGiveTheNumbersThatTheirPrefixesAre() {
        for (String text :
                new String[] {
                    " \t\n\u000b\f\r7",
                    "+5",
                    "-5",
                    "--5",
                    "+-5",
                    "- 5",
                    "5-",
                    "0",
                    "-0",
                    "007",
                    "9223372036854775807",
                    "9223372036854775808",
                    "-9223372036854775809",
                    "99999999999999999999999",
                    "0x1F",
                    "0X1f",
                    "0x",
                    "0xg",
                    "-0xff",
                    "x1",
                    "ff",
                    "FFg",
                    "0xffffffffffffffffff",
                    "3.14",
                    ".5",
                    "5.",
                    ".",
                    "-.5e1",
                    "1e",
                    "1e+",
                    "1e-",
                    "1e5x",
                    "1e400",
                    "1e-400",
                    "-1e400",
                    "1e99999999999",
                    "inf",
                    "-inf",
                    "infinity",
                    "INFINITE",
                    "nan",
                    "NaN(x)",
                    "in",
                    "0x1p4",
                    "0x.8",
                    "0x1.8p-1",
                    "0x1p",
                    "1p4",
                    "1.5.5",
                    "1..5",
                    "123456789012345678901234567890",
                    "0.00000000000000000000000000001",
                    "1.7976931348623157e308",
                    "4.9e-324",
                    "1f",
                    "1d",
                    "1L",
                    "1_0",
                    "١",
                    "é1",
                    "1é",
                    ""
                }) {
            check(text);
        }
    }

    @Test
    void randomTextsGiveTheSameNumbersAsJavaStrings() {
        Random random = new Random(21);
        String characters = "0123456789012345678901234567890+-..eExX abpP";
        for (int i = 0; i < 30_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(14); length > 0; length--) {
                text.append(characters.charAt(random.nextInt(characters.length())));
            }
            check(text.toString());
        }
    }

    @Test
    void stringsOfNumbersReadAsTheReferenceSays() {
        Random random = new Random(2);
        for (int i = 0; i < 1000; i++) {
            long value = random.nextLong() >> random.nextInt(64);
            assertThat(text(numbers.ofLong(mutator, value))).isEqualTo(Long.toString(value));
            assertThat(text(numbers.ofHex(mutator, value))).isEqualTo(Long.toHexString(value));
        }
        assertThat(text(numbers.ofLong(mutator, Long.MIN_VALUE))).isEqualTo("-9223372036854775808");
        assertThat(text(numbers.ofHex(mutator, 65535))).isEqualTo("ffff");
        assertThat(text(numbers.ofDouble(mutator, -1234567.0))).isEqualTo("-1.23457e+06");
        assertThat(text(numbers.ofDouble(mutator, Double.NaN))).isEqualTo("nan");
        assertThat(text(numbers.ofDouble(mutator, Double.NEGATIVE_INFINITY))).isEqualTo("-inf");
        assertThat(text(numbers.ofBoolean(mutator, true))).isEqualTo("true");
        assertThat(text(numbers.ofBoolean(mutator, false))).isEqualTo("false");
    }

    private String text(long string) {
        return strings.toJava(mutator, string);
    }
}
