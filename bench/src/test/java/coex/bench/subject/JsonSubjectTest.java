package coex.bench.subject;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.json.JsonMapper;

class JsonSubjectTest {

    @Test
    void bothWriteTheDocumentTheyHaveRead() {
        byte[] text = JsonDocument.of(100);
        JsonMapper mapper = JsonMapper.shared();

        assertThat(mapper.readTree(written(new OurJson(), text)))
                .isEqualTo(mapper.readTree(written(new JacksonJson(), text)))
                .hasSize(100);
    }

    private static byte[] written(JsonSubject subject, byte[] text) {
        RecordingSink sink = new RecordingSink();
        subject.prepare(text);
        subject.parse(sink);
        subject.write(sink);
        subject.close();
        return (byte[]) sink.taken().getLast();
    }
}
