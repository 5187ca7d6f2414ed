package coex.runtime.type;

import coex.collections.json.JsonParser;
import coex.collections.json.JsonType;
import coex.collections.json.JsonWriter;
import coex.collections.text.StringBytes;
import coex.collections.text.StringNumbers;
import coex.collections.text.StringPieces;
import coex.collections.text.Strings;
import coex.collections.value.ObjectPool;
import coex.gc.GlobalRoot;
import coex.gc.Heap;
import coex.gc.Mutator;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What all types of a program share: its heap, the types of strings and json, and the values that
/// exist from its start to its end.
///
/// Constants are made by the thread that starts the program, before any code of the program runs;
/// after that only the pools change.
public final class Values {

    private final Heap heap;
    private final Mutator mutator;
    private final MutatorContext context;
    private final Strings strings;
    private final StringPieces pieces;
    private final StringBytes stringBytes;
    private final JsonType json;
    private final ObjectPool<JsonWriter> writers = new ObjectPool<>();
    private final ObjectPool<JsonParser> parsers = new ObjectPool<>();
    private final ObjectPool<StringNumbers> numbers = new ObjectPool<>();
    private final ObjectPool<TextSink> sinks = new ObjectPool<>();
    private final Map<String, Long> texts = new HashMap<>();
    private final Set<String> shapeNames = new HashSet<>();

    /// What keeps the constants alive.
    private final List<GlobalRoot> roots = new ArrayList<>();

    private final long nil;
    private final long emptyObject;

    /// @param mutator of the calling thread
    public Values(Heap heap, Mutator mutator) {
        this.heap = heap;
        this.mutator = mutator;
        this.context = ConcurrentHeap.contextOf(mutator);
        this.strings = Strings.of(heap);
        this.pieces = StringPieces.of(heap);
        this.stringBytes = StringBytes.of(heap);
        this.json = JsonType.of(heap);
        int nilShape = heap.shape(shapeName("nil")).longField("nothing").build().id();
        this.nil =
                kept(
                        context.allocator()
                                .allocate(nilShape, 16, coex.gc.layout.ObjectHeader.SEALED));
        this.emptyObject = kept(json.emptyObject(context));
    }

    public Heap heap() {
        return heap;
    }

    /// The context of the thread that starts the program.
    public MutatorContext startingContext() {
        return context;
    }

    public Strings strings() {
        return strings;
    }

    public StringPieces pieces() {
        return pieces;
    }

    public StringBytes stringBytes() {
        return stringBytes;
    }

    public JsonType json() {
        return json;
    }

    /// Stands for nil where 0 is a value.
    public long nil() {
        return nil;
    }

    public long emptyObject() {
        return emptyObject;
    }

    /// A name that no other shape of the program has.
    String shapeName(String wanted) {
        String name = wanted;
        for (int i = 2; !shapeNames.add(name); i++) {
            name = wanted + "#" + i;
        }
        return name;
    }

    // Constants, made by the starting thread

    /// Keeps an object until the heap is closed.
    public long kept(long handle) {
        GlobalRoot root = heap.newRoot();
        root.set(mutator, handle);
        roots.add(root);
        return handle;
    }

    /// A string that is there until the program ends.
    public long text(String text) {
        return text.isEmpty()
                ? 0
                : texts.computeIfAbsent(text, _ -> kept(strings.of(context, text)));
    }

    // Helpers that one operation uses at a time

    public JsonWriter takeWriter() {
        JsonWriter spare = writers.take();
        return spare == null ? new JsonWriter(json) : spare;
    }

    public void giveBack(JsonWriter writer) {
        writers.giveBack(writer);
    }

    public JsonParser takeParser() {
        JsonParser spare = parsers.take();
        return spare == null ? new JsonParser(json, Integer.MAX_VALUE) : spare;
    }

    public void giveBack(JsonParser parser) {
        parsers.giveBack(parser);
    }

    public StringNumbers takeNumbers() {
        StringNumbers spare = numbers.take();
        return spare == null ? new StringNumbers(strings) : spare;
    }

    public void giveBack(StringNumbers reader) {
        numbers.giveBack(reader);
    }

    public TextSink takeSink() {
        TextSink spare = sinks.take();
        return spare == null ? new TextSink() : spare;
    }

    public void giveBack(TextSink sink) {
        sink.clear();
        sinks.giveBack(sink);
    }
}
