package coex.bench.report;

import java.util.List;
import java.util.Map;

/// Writes maps, lists, strings, numbers, booleans and null as JSON, indented. Numbers of one list
/// share a line.
final class Json {

    private static final String INDENT = "  ";

    private final StringBuilder text = new StringBuilder();

    private Json() {}

    static String of(Object value) {
        Json json = new Json();
        json.write(value, "");
        return json.text.append('\n').toString();
    }

    private void write(Object value, String indent) {
        switch (value) {
            case null -> text.append("null");
            case Double number when number.isNaN() || number.isInfinite() -> text.append("null");
            case Number number -> text.append(number);
            case Boolean truth -> text.append(truth);
            case Map<?, ?> map -> writeMap(map, indent);
            case List<?> list -> writeList(list, indent);
            default -> writeString(value.toString());
        }
    }

    private void writeMap(Map<?, ?> map, String indent) {
        text.append('{');
        String separator = "\n";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            text.append(separator).append(indent).append(INDENT);
            writeString(entry.getKey().toString());
            text.append(": ");
            write(entry.getValue(), indent + INDENT);
            separator = ",\n";
        }
        text.append(map.isEmpty() ? "}" : "\n" + indent + "}");
    }

    private void writeList(List<?> list, String indent) {
        boolean isOneLine = list.stream().allMatch(Number.class::isInstance);
        String space = isOneLine ? "" : "\n" + indent + INDENT;
        text.append('[');
        for (int i = 0; i < list.size(); i++) {
            text.append(i == 0 ? "" : isOneLine ? ", " : ",").append(space);
            write(list.get(i), indent + INDENT);
        }
        text.append(isOneLine ? "]" : "\n" + indent + "]");
    }

    private void writeString(String string) {
        text.append('"');
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            switch (c) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    if (c < ' ') {
                        text.append("\\u%04x".formatted((int) c));
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        text.append('"');
    }
}
