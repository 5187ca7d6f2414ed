package coex.runtime.type;

import coex.gc.mutator.MutatorContext;

/// `json`.
final class JsonValueType extends DelegatingType {

    JsonValueType(Values values) {
        super(values, "json", values.json());
    }

    @Override
    boolean holdsNan(NanSearch search, long bits) {
        return values().json().holdsNan(search.mutator(), bits, search.pause());
    }

    @Override
    public void write(MutatorContext mutator, long bits, TextSink out, boolean isPart) {
        var writer = values().takeWriter();
        int count =
                out.most() > 0
                        ? writer.writeBeginning(mutator, bits, out.most())
                        : writer.write(mutator, bits);
        out.append(mutator, writer.bytes(), count);
        values().giveBack(writer);
    }

    @Override
    public long toJson(MutatorContext mutator, long bits) {
        return bits;
    }

    @Override
    public long fromJson(MutatorContext mutator, long json) {
        return json;
    }
}
