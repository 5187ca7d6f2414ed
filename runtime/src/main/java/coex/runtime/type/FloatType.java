package coex.runtime.type;

import coex.collections.json.JsonKind;
import coex.collections.value.FloatBits;
import coex.collections.value.Hashing;
import coex.collections.value.Pause;
import coex.collections.value.Storage;
import coex.gc.Kind;
import coex.gc.mutator.MutatorContext;

import java.math.BigDecimal;
import java.math.RoundingMode;

/// `float`. As a key and as a part of one, 0.0 and -0.0 are the same, and so are all NaN: else a
/// set could hold a NaN twice, and it could not be found there. That is [#equal]; what `==` says of
/// values with a NaN in them is up to [RuntimeType#isEqual].
public final class FloatType extends RuntimeType {

    private static final int DECIMALS = 6;

    /// Whole numbers below this are written as such.
    private static final double MOST_QUICK = 1e6;

    FloatType(Values values) {
        super(values, "float");
    }

    @Override
    public Kind kind() {
        return Kind.DOUBLE;
    }

    @Override
    public Storage storage() {
        return Storage.WORD;
    }

    @Override
    public boolean isBits() {
        return false;
    }

    @Override
    public int hash(MutatorContext mutator, long bits) {
        return Hashing.ofWord(FloatBits.ofKey(bits));
    }

    @Override
    public boolean equal(MutatorContext mutator, long first, long second) {
        return FloatBits.ofKey(first) == FloatBits.ofKey(second);
    }

    @Override
    public int compare(MutatorContext mutator, long first, long second, Pause pause) {
        return Long.compare(FloatBits.ofKey(first), FloatBits.ofKey(second));
    }

    @Override
    boolean holdsNan(NanSearch search, long bits) {
        return Double.isNaN(Double.longBitsToDouble(bits));
    }

    @Override
    public void write(MutatorContext mutator, long bits, TextSink out, boolean isPart) {
        out.append(fixed(Double.longBitsToDouble(bits)));
    }

    /// The text with six decimals: the exact value of the float, rounded to even where it lies in
    /// the middle.
    public static String fixed(double value) {
        if (Double.isNaN(value)) {
            return "nan";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "inf" : "-inf";
        }
        if (value == Math.rint(value) && Math.abs(value) < MOST_QUICK) {
            boolean isMinusZero = value == 0 && 1 / value < 0;
            return (isMinusZero ? "-0" : Long.toString((long) value)) + ".000000";
        }
        String text =
                new BigDecimal(value).setScale(DECIMALS, RoundingMode.HALF_EVEN).toPlainString();
        return value < 0 && !text.startsWith("-") ? "-" + text : text;
    }

    @Override
    public long toJson(MutatorContext mutator, long bits) {
        return values().json().ofDouble(mutator, Double.longBitsToDouble(bits));
    }

    /// An int will do: a float without a fraction is written as one.
    @Override
    public long fromJson(MutatorContext mutator, long json) {
        JsonKind kind = values().json().kind(mutator, json);
        if (kind == JsonKind.INT) {
            return Double.doubleToRawLongBits(values().json().toLong(mutator, json));
        }
        if (kind != JsonKind.FLOAT) {
            throw cannotBe(mutator, json);
        }
        return Double.doubleToRawLongBits(values().json().toDouble(mutator, json));
    }
}
