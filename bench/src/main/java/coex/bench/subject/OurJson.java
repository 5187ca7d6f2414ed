package coex.bench.subject;

import coex.collections.json.JsonParser;
import coex.collections.json.JsonType;
import coex.collections.json.JsonWriter;
import coex.gc.mutator.MutatorContext;

import java.util.Arrays;

/// Our JSON values, in the heap.
public final class OurJson extends JsonSubject {

    private static final JsonType TYPE = JsonType.of(OurHeap.HEAP);

    private OurHeap heap;
    private MutatorContext mutator;
    private JsonParser parser;
    private JsonWriter writer;
    private byte[] text;
    private long tree;

    @Override
    public void prepare(byte[] utf8) {
        heap = new OurHeap(1);
        mutator = heap.context();
        parser = new JsonParser(TYPE);
        writer = new JsonWriter(TYPE);
        text = utf8;
        tree = parser.parse(mutator, text);
        heap.keep(0, tree);
    }

    @Override
    public void parse(Sink sink) {
        sink.take(parser.parse(mutator, text));
    }

    @Override
    public void write(Sink sink) {
        int bytes = writer.write(mutator, tree);
        sink.take(Arrays.copyOf(writer.bytes(), bytes));
    }

    @Override
    public void safepoint() {
        mutator.poll();
    }

    @Override
    public void close() {
        heap.close();
    }
}
