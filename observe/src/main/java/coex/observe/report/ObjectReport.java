// SPDX-License-Identifier: Apache-2.0
package coex.observe.report;

import coex.gc.HeapUsageException;
import coex.gc.Kind;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.diagnose.ObjectView;
import coex.observe.report.ObjectValues.Target;
import coex.observe.report.ObjectValues.Value;

import java.util.ArrayList;
import java.util.List;

/// One object.
///
///     === OBJECT DUMP ===
///     Handle: 1234
///     Address: 0x7f1234567890
///     Type: UserType (id=15)
///     Size: 32 bytes
///     Mark bit: 1 (marked by a cycle since the last full one began)
///     Forwarded: no
///
///     Header:
///       word: 0x0100000f000004d2
///       size: 32
///       type_id: 15
///       flags: 0x01 (sealed)
///       forward: 0
///
///     Fields:
///       offset 8 (name): handle = 5678 -> String "hello"
///       offset 12 (next): handle = 0 (null)
///       offset 16 (count): i64 = 42
///       offset 24 (ratio): f64 = 3.14159
///
/// An array has `Elements (N):` and lines `[0]: i64 = 42` instead, or after its fields if it has
/// any; a text has `Text (N bytes):` and a line with the text in quotes. Offsets count from the
/// header. An object that is moved leaves no forwarding address behind, since its slot names the
/// new place: so none is ever forwarded. Everything shown is of one moment.
public final class ObjectReport implements Subject {

    private static final String[] FLAG_NAMES = {"sealed", "mutable", "pinned", "large"};

    private final ConcurrentHeap heap;
    private final long handle;

    public ObjectReport(ConcurrentHeap heap, long handle) {
        this.heap = heap;
        this.handle = handle;
    }

    /// What there was to be seen.
    private record Seen(
            long address,
            long header,
            String type,
            String typeInText,
            int typeId,
            int flags,
            long bytes,
            int length,
            boolean marked,
            ObjectValues contents) {

        static Seen of(ObjectView object, long rows) {
            return new Seen(
                    object.address(),
                    object.header(),
                    TypeName.plain(object),
                    TypeName.inText(object),
                    object.shapeId(),
                    object.flags(),
                    object.bytes(),
                    object.length(),
                    object.isMarked(),
                    ObjectValues.of(object, rows));
        }

        List<String> flagNames() {
            List<String> names = new ArrayList<>();
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                if ((flags >>> bit & 1) != 0) {
                    names.add(bit < FLAG_NAMES.length ? FLAG_NAMES[bit] : "unknown");
                }
            }
            return names;
        }
    }

    /// Null if there is no such object.
    private Seen lookIfThere(long rows) {
        Seen[] seen = new Seen[1];
        heap.inspect(
                inspector ->
                        inspector.visit(
                                handle,
                                object -> {
                                    seen[0] = Seen.of(object, rows);
                                    return true;
                                }));
        return seen[0];
    }

    private Seen look(long rows) {
        Seen seen = lookIfThere(rows);
        if (seen == null) {
            throw new HeapUsageException(
                    "no such object: handle=%d heap=%s".formatted(handle, heap.options().name()));
        }
        return seen;
    }

    /// Writes nothing and returns false if there is no such object.
    boolean writeTextIfThere(TextPage page) {
        Seen object = lookIfThere(page.rows());
        if (object != null) {
            writeText(page, object);
        }
        return object != null;
    }

    @Override
    public void writeText(TextPage page) {
        writeText(page, look(page.rows()));
    }

    private void writeText(TextPage page, Seen object) {
        page.line("=== OBJECT DUMP ===");
        page.line("Handle: %d", handle);
        page.line("Address: 0x%x", object.address);
        page.line("Type: %s (id=%d)", object.typeInText, object.typeId);
        page.line("Size: %d bytes", object.bytes);
        page.line(
                "Mark bit: %s",
                object.marked
                        ? "1 (marked by a cycle since the last full one began)"
                        : "0 (not marked)");
        page.line("Forwarded: no");
        page.blank();
        page.line("Header:");
        page.line("  word: 0x%016x", object.header);
        page.line("  size: %d", object.bytes);
        page.line("  type_id: %d", object.typeId);
        page.line("  flags: 0x%02x (%s)", object.flags, names(object));
        page.line("  forward: 0");
        page.blank();
        writeContents(page, object);
    }

    private static String names(Seen object) {
        return object.flags == 0 ? "none" : String.join(", ", object.flagNames());
    }

    private static void writeContents(TextPage page, Seen object) {
        ObjectValues contents = object.contents;
        if (object.length < 0 || !contents.fields().isEmpty() || contents.moreFields() > 0) {
            page.line("Fields:");
            for (Value value : contents.fields()) {
                String name = Quoted.name(value.name());
                page.line("  offset %d (%s): %s", value.offset(), name, described(value));
            }
            page.more("  ", contents.moreFields(), "");
            if (object.length >= 0) {
                page.blank();
            }
        }
        if (contents.text() != null) {
            page.line("Text (%d bytes):", object.length);
            page.line("  " + contents.text().quoted());
        } else if (object.length >= 0) {
            page.line("Elements (%d):", object.length);
            for (Value value : contents.elements()) {
                page.line("  [%d]: %s", value.index(), described(value));
            }
            page.more("  ", contents.moreElements(), "");
        }
    }

    private static String described(Value value) {
        String text = typeOf(value.kind()) + " = " + value.value();
        if (value.isNull()) {
            return text + " (null)";
        }
        return value.isReference() ? text + " -> " + described(value.target()) : text;
    }

    private static String described(Target target) {
        if (target == null) {
            return "nothing";
        }
        if (target.text() != null) {
            return target.typeInText() + " " + target.text().quoted();
        }
        String length = target.length() < 0 ? "" : " (length " + target.length() + ")";
        return target.typeInText() + length;
    }

    private static String typeOf(Kind kind) {
        return switch (kind) {
            case REFERENCE -> "handle";
            case WEAK -> "weak";
            case INT -> "i32";
            case LONG -> "i64";
            case DOUBLE -> "f64";
            case BYTE -> "i8";
            case BOOLEAN -> "bool";
        };
    }

    @Override
    public void writeJson(JsonPage page) {
        Seen object = look(page.rows());
        page.text("report", "object");
        page.text("heap", heap.options().name());
        page.number("handle", handle);
        page.word("address", object.address);
        page.text("type", object.type);
        page.number("type_id", object.typeId);
        page.number("size", object.bytes);
        page.flag("marked", object.marked);
        page.flag("forwarded", false);
        page.object("header");
        page.word("word", object.header);
        page.number("flags", object.flags);
        page.array("flag_names");
        object.flagNames().forEach(page::text);
        page.endArray();
        page.endObject();
        writeContents(page, object);
    }

    private static void writeContents(JsonPage page, Seen object) {
        ObjectValues contents = object.contents;
        writeValues(page, "fields", contents.fields());
        page.number("more_fields", contents.moreFields());
        if (object.length >= 0) {
            page.number("length", object.length);
        }
        if (contents.text() != null) {
            writeText(page, contents.text());
        } else if (object.length >= 0) {
            writeValues(page, "elements", contents.elements());
            page.number("more_elements", contents.moreElements());
        }
    }

    private static void writeValues(JsonPage page, String name, List<Value> values) {
        page.array(name);
        for (Value value : values) {
            writeValue(page, value);
        }
        page.endArray();
    }

    private static void writeText(JsonPage page, TextPrefix text) {
        page.text("text", text.text());
        page.number("more_bytes", text.moreBytes());
    }

    private static void writeValue(JsonPage page, Value value) {
        page.element();
        if (value.name() != null) {
            page.text("name", value.name());
        } else {
            page.number("index", value.index());
        }
        page.number("offset", value.offset());
        page.text("kind", value.kind().text());
        page.value("value", value.value());
        Target target = value.target();
        if (target != null) {
            page.object("target");
            page.text("type", target.type());
            if (target.length() >= 0) {
                page.number("length", target.length());
            }
            if (target.text() != null) {
                writeText(page, target.text());
            }
            page.endObject();
        }
        page.endObject();
    }
}
