package coex.runtime.type;

import coex.collections.json.JsonKind;
import coex.collections.text.Strings;
import coex.gc.mutator.MutatorContext;

/// `string`.
public final class StringType extends DelegatingType {

    private static final int STEP_BYTES = 1 << 18;

    private final Strings strings;

    StringType(Values values) {
        super(values, "string", values.strings());
        this.strings = values.strings();
    }

    @Override
    public void write(MutatorContext mutator, long bits, TextSink out, boolean isPart) {
        int length = strings.byteLength(mutator, bits);
        if (length > STEP_BYTES) {
            writeLong(mutator, bits, length, out, isPart);
        } else if (isPart) {
            out.appendQuoted(strings.text(mutator, bits), length);
        } else if (length > 0) {
            out.appendMemory(strings.text(mutator, bits), length);
        }
    }

    private void writeLong(
            MutatorContext mutator, long bits, int length, TextSink out, boolean isPart) {
        out.append(isPart ? "\"" : "");
        for (long done = 0; done < length; done += STEP_BYTES) {
            int step = (int) Math.min(STEP_BYTES, length - done);
            if (isPart) {
                out.appendEscaped(strings.text(mutator, bits) + done, step);
            } else {
                out.appendMemory(strings.text(mutator, bits) + done, step);
            }
            out.pause(mutator);
        }
        out.append(isPart ? "\"" : "");
    }

    @Override
    public long toJson(MutatorContext mutator, long bits) {
        return values().json().ofString(mutator, bits);
    }

    @Override
    public long fromJson(MutatorContext mutator, long json) {
        if (values().json().kind(mutator, json) != JsonKind.STRING) {
            throw cannotBe(mutator, json);
        }
        return values().json().toString(mutator, json);
    }

    /// What `as string` gives: the text of a string, and the serialisation of anything else. A
    /// safepoint; it keeps the json.
    public long anyFromJson(MutatorContext mutator, long json) {
        var writer = values().takeWriter();
        long text = writer.text(mutator, json);
        values().giveBack(writer);
        return text;
    }
}
