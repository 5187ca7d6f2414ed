package coex.runtime.foreign;

import coex.collections.text.Strings;
import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;
import coex.runtime.error.CoexError;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What the standard library cannot do in the language: it declares these as foreign functions, and
/// finds them here rather than in C. They compute, so a sandbox allows them.
///
/// Each takes the mutator and then what generated code gives to foreign functions. Any thread may
/// call.
final class StandardFunctions {

    private static final String PREFIX = "coex_std_";

    static final Map<String, Signature> FUNCTIONS = functions();

    private static final int MOST_DIGITS = 340;

    private final Strings strings;

    private StandardFunctions(Strings strings) {
        this.strings = strings;
    }

    private static Map<String, Signature> functions() {
        var functions = new HashMap<String, Signature>();
        declare(
                functions,
                "(float) -> float",
                "floor",
                "ceil",
                "sqrt",
                "sin",
                "cos",
                "tan",
                "asin",
                "acos",
                "atan",
                "exp",
                "log",
                "log10");
        declare(functions, "(float, float) -> float", "atan2", "pow");
        declare(functions, "(float, int) -> string", "fixed");
        declare(functions, "(string) -> string", "upper", "lower");
        declare(functions, "(string, string, int) -> int", "index");
        declare(functions, "(string) -> int", "bytes");
        declare(functions, "(string)", "fail");
        declare(functions, "(int, int) -> int", "and", "or", "xor", "shl", "lshr", "ashr");
        declare(functions, "(int) -> int", "ones", "leading", "trailing");
        return Map.copyOf(functions);
    }

    private static void declare(
            Map<String, Signature> functions, String signature, String... names) {
        for (String name : names) {
            functions.put(PREFIX + name, Signature.of(signature));
        }
    }

    /// The function of a name and exactly these types, if it is one of ours.
    static Optional<MethodHandle> find(Strings strings, String name, Signature wanted) {
        return wanted.equals(FUNCTIONS.get(name))
                ? Optional.of(
                        wanted.bind(
                                MethodHandles.lookup(),
                                new StandardFunctions(strings),
                                name.substring(PREFIX.length())))
                : Optional.empty();
    }

    /// Ends the program.
    void fail(MutatorContext mutator, long what) {
        throw new CoexError(strings.toJava(mutator, what));
    }

    // Text

    /// In capitals, as Unicode has it for no language in particular. A safepoint.
    long upper(MutatorContext mutator, long text) {
        return made(mutator, strings.toJava(mutator, text).toUpperCase(Locale.ROOT));
    }

    /// In small letters. A safepoint.
    long lower(MutatorContext mutator, long text) {
        return made(mutator, strings.toJava(mutator, text).toLowerCase(Locale.ROOT));
    }

    private long made(MutatorContext mutator, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return strings.of(mutator, utf8, 0, utf8.length);
    }

    /// Where a text is in another, from a byte on; -1 if it is not. A safepoint.
    long index(MutatorContext mutator, long text, long sought, long from) {
        int bytes = strings.byteLength(mutator, text);
        if (from > bytes) {
            return -1;
        }
        try (RootFrame _ = RootFrame.of(mutator, text, sought)) {
            int start = (int) Math.max(0, from);
            return strings.indexOf(mutator, text, sought, start, Pause.POLL);
        }
    }

    /// The length in bytes, by which texts are sliced.
    long bytes(MutatorContext mutator, long text) {
        return strings.byteLength(mutator, text);
    }

    // Numbers

    double sqrt(MutatorContext mutator, double x) {
        return Math.sqrt(x);
    }

    double sin(MutatorContext mutator, double x) {
        return StrictMath.sin(x);
    }

    double cos(MutatorContext mutator, double x) {
        return StrictMath.cos(x);
    }

    double tan(MutatorContext mutator, double x) {
        return StrictMath.tan(x);
    }

    double asin(MutatorContext mutator, double x) {
        return StrictMath.asin(x);
    }

    double acos(MutatorContext mutator, double x) {
        return StrictMath.acos(x);
    }

    double atan(MutatorContext mutator, double x) {
        return StrictMath.atan(x);
    }

    double atan2(MutatorContext mutator, double y, double x) {
        return StrictMath.atan2(y, x);
    }

    double exp(MutatorContext mutator, double x) {
        return StrictMath.exp(x);
    }

    double log(MutatorContext mutator, double x) {
        return StrictMath.log(x);
    }

    double log10(MutatorContext mutator, double x) {
        return StrictMath.log10(x);
    }

    double pow(MutatorContext mutator, double x, double y) {
        return StrictMath.pow(x, y);
    }

    double floor(MutatorContext mutator, double x) {
        return Math.floor(x);
    }

    double ceil(MutatorContext mutator, double x) {
        return Math.ceil(x);
    }

    /// With that many digits after the point, rounded from the exact value, halves to even. A
    /// safepoint.
    long fixed(MutatorContext mutator, double x, long digits) {
        if (Double.isNaN(x)) {
            return made(mutator, "nan");
        }
        if (Double.isInfinite(x)) {
            return made(mutator, x > 0 ? "inf" : "-inf");
        }
        int scale = Math.clamp(digits, 0, MOST_DIGITS);
        String text = new BigDecimal(x).setScale(scale, RoundingMode.HALF_EVEN).toPlainString();
        boolean lostSign = !text.startsWith("-") && Double.doubleToRawLongBits(x) < 0;
        return made(mutator, lostSign ? "-" + text : text);
    }

    // Bits

    long and(MutatorContext mutator, long a, long b) {
        return a & b;
    }

    long or(MutatorContext mutator, long a, long b) {
        return a | b;
    }

    long xor(MutatorContext mutator, long a, long b) {
        return a ^ b;
    }

    long shl(MutatorContext mutator, long a, long count) {
        return count < 0 || count > 63 ? 0 : a << count;
    }

    /// Zeros come in from the left.
    long lshr(MutatorContext mutator, long a, long count) {
        return count < 0 || count > 63 ? 0 : a >>> count;
    }

    /// Copies of the sign come in from the left.
    long ashr(MutatorContext mutator, long a, long count) {
        return a >> (count < 0 || count > 63 ? 63 : count);
    }

    long ones(MutatorContext mutator, long a) {
        return Long.bitCount(a);
    }

    long leading(MutatorContext mutator, long a) {
        return Long.numberOfLeadingZeros(a);
    }

    long trailing(MutatorContext mutator, long a) {
        return Long.numberOfTrailingZeros(a);
    }
}
