// SPDX-License-Identifier: Apache-2.0
package coex.observe.report;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

import java.util.Locale;

/// One JSON document, written member by member.
public final class JsonPage implements Page {

    private static final JsonFactory FACTORY = new JsonFactory();

    private final Outlet outlet;
    private final long rows;
    private final JsonGenerator generator;

    JsonPage(Outlet outlet, long rows) {
        this.outlet = outlet;
        this.rows = rows;
        this.generator = FACTORY.createGenerator(ObjectWriteContext.empty(), outlet);
    }

    void begin() {
        generator.writeStartObject();
    }

    void end() {
        generator.writeEndObject();
        generator.writeRaw('\n');
    }

    void object(String name) {
        generator.writeObjectPropertyStart(name);
    }

    /// An object that is an element of an array.
    void element() {
        generator.writeStartObject();
    }

    void endObject() {
        generator.writeEndObject();
    }

    void array(String name) {
        generator.writeArrayPropertyStart(name);
    }

    void endArray() {
        generator.writeEndArray();
    }

    void number(String name, long value) {
        generator.writeNumberProperty(name, value);
    }

    void number(String name, double value) {
        generator.writeNumberProperty(name, value);
    }

    void text(String name, String value) {
        generator.writeStringProperty(name, value); // null is written as null
    }

    void flag(String name, boolean value) {
        generator.writeBooleanProperty(name, value);
    }

    /// An address or a header word; as text, since many readers of JSON know 53 bits only.
    void word(String name, long value) {
        text(name, String.format(Locale.ROOT, "0x%x", value));
    }

    /// A value of any kind a field may have.
    void value(String name, Object value) {
        switch (value) {
            case Boolean flag -> flag(name, flag);
            case Double number -> number(name, (double) number);
            case Number number -> number(name, number.longValue());
            default -> text(name, value.toString());
        }
    }

    /// An element of an array of texts.
    void text(String value) {
        generator.writeString(value);
    }

    void number(long value) {
        generator.writeNumber(value);
    }

    @Override
    public void rest() {
        generator.flush();
        outlet.drain();
    }

    @Override
    public long rows() {
        return rows;
    }
}
