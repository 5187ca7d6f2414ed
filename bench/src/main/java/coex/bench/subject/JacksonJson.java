package coex.bench.subject;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Jackson's tree model.
public final class JacksonJson extends JsonSubject {

    private final JsonMapper mapper = JsonMapper.shared();
    private byte[] text;
    private JsonNode tree;

    @Override
    public void prepare(byte[] utf8) {
        text = utf8;
        tree = mapper.readTree(utf8);
    }

    @Override
    public void parse(Sink sink) {
        sink.take(mapper.readTree(text));
    }

    @Override
    public void write(Sink sink) {
        sink.take(mapper.writeValueAsBytes(tree));
    }
}
