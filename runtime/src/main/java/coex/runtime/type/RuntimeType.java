package coex.runtime.type;

import coex.collections.value.Pause;
import coex.collections.value.Storage;
import coex.collections.value.ValueType;
import coex.gc.Kind;
import coex.gc.mutator.MutatorContext;
import coex.runtime.error.CoexError;
import coex.runtime.error.ConversionException;

import java.util.List;
import java.util.function.Supplier;

/// A type of a program, as far as it matters while the program runs. Immutable once the program has
/// started.
///
/// Values travel as bits ([ValueType]).
public abstract class RuntimeType implements ValueType {

    private final Values values;
    private final String spelling;

    /// How deeply values can be nested; null if nobody has asked. As for [#floats].
    private Nesting nesting;

    /// Where values of this type can have floats; null if nobody has asked.
    ///
    /// - writers, readers: any thread, plainly. All write the same, since types do not change when
    ///   the program runs, and an enum constant needs no more than its reference
    private Floats floats;

    RuntimeType(Values values, String spelling) {
        this.values = values;
        this.spelling = spelling;
    }

    public final Values values() {
        return values;
    }

    /// The type as a program spells it.
    public final String spelling() {
        return spelling;
    }

    /// How a field of this type is stored.
    public abstract Kind kind();

    /// What collections of this type's values are made with.
    public ValueType element() {
        return this;
    }

    /// How many bytes an element counts for in `size()`.
    public int estimatedBytes() {
        return 8;
    }

    @Override
    public Storage storage() {
        return Storage.REFERENCE;
    }

    /// Whether values are handles.
    public final boolean isReference() {
        return kind() == Kind.REFERENCE;
    }

    /// Appends the text that `print` shows. May be a safepoint; the caller keeps the value.
    ///
    /// @param isPart whether it is shown inside another value, where strings are quoted
    public abstract void write(MutatorContext mutator, long bits, TextSink out, boolean isPart);

    /// The beginning of the text that `print` shows, for debuggers: about so many characters. No
    /// safepoint: a thread that a debugger has stopped need not be at one, so not all of its
    /// handles are rooted.
    public final String beginning(MutatorContext mutator, long bits, int most) {
        var sink = TextSink.ofBeginning(most);
        String rest = "";
        try {
            write(mutator, bits, sink, true);
        } catch (TextSink.Enough _) {
            rest = "...";
        }
        String text = sink.toString();
        return text.length() > most ? text.substring(0, most) + "..." : text + rest;
    }

    /// The value as json. A safepoint; the caller keeps the value.
    public abstract long toJson(MutatorContext mutator, long bits);

    /// The value that a json stands for. A safepoint; the caller keeps the json.
    ///
    /// @throws ConversionException if it stands for none
    public abstract long fromJson(MutatorContext mutator, long json);

    /// The value that a part of a json stands for. A safepoint; the caller keeps the json.
    ///
    /// @param step how to get from the json to the part
    final long partFromJson(MutatorContext mutator, long part, Supplier<String> step) {
        try {
            return fromJson(mutator, part);
        } catch (ConversionException e) {
            throw e.within(step.get());
        }
    }

    final ConversionException cannotBe(MutatorContext mutator, long json) {
        return new ConversionException(
                "json %s is no %s".formatted(values.json().kind(mutator, json).text(), spelling));
    }

    final CoexError notJson() {
        return new CoexError("a value of type %s cannot be json".formatted(spelling));
    }

    // What `==` says

    /// Whether two values are equal as `==` means it. A NaN is equal to nothing, so no value with a
    /// NaN in it is, not even to itself. Else it is the equality of keys, [#equal], which takes all
    /// NaN for one.
    public final boolean isEqual(MutatorContext mutator, long first, long second, Pause pause) {
        boolean isSame =
                isDeep()
                        ? new Comparison(mutator, pause).isEqual(this, first, second)
                        : equal(mutator, first, second, pause);
        return isSame && !(mayHoldNan() && new NanSearch(mutator, pause).finds(this, first));
    }

    /// Whether values can be nested as deeply as memory allows. Who goes through such a value calls
    /// no method for each level: a Java stack is no deeper than it is.
    final boolean isDeep() {
        Nesting known = nesting;
        if (known == null) {
            known = Nesting.of(this);
            nesting = known;
        }
        return known == Nesting.BY_VALUE;
    }

    /// The types of what a value is made of.
    List<RuntimeType> parts() {
        return List.of();
    }

    /// Whether there is a NaN in a value. It may take all of the value to find out.
    boolean holdsNan(NanSearch search, long bits) {
        return false;
    }

    /// Whether there can be a NaN in a value of this type.
    final boolean mayHoldNan() {
        Floats known = floats;
        if (known == null) {
            known = Floats.in(this);
            floats = known;
        }
        return known == Floats.ANYWHERE || known == Floats.IN_JSON && values.json().mayHoldNan();
    }

    @Override
    public final String toString() {
        return spelling;
    }
}
