// SPDX-License-Identifier: Apache-2.0
package coex.web.play;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

import java.io.StringWriter;

/// Text as JSON.
final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();

    private Json() {}

    static String string(String text) {
        StringWriter json = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), json)) {
            generator.writeString(text);
        }
        return json.toString();
    }

    static String strings(Iterable<String> texts) {
        StringWriter json = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), json)) {
            generator.writeStartArray();
            texts.forEach(generator::writeString);
            generator.writeEndArray();
        }
        return json.toString();
    }
}
