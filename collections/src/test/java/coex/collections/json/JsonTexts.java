package coex.collections.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Json as Java objects (null, Boolean, Long, Double, String, List, Map), made at random, and its
/// text.
final class JsonTexts {

    /// Lengths at which something about an array or an object changes.
    private static final int[] BORDERS = {
        0, 1, 2, 7, 8, 9, 16, 31, 32, 33, 34, 64, 65, 127, 128, 129, 130
    };

    private static final int[] LONG_BORDERS = {511, 512, 513, 1023, 1024, 1025, 2049};

    private static final String[] PIECES = {
        "",
        "a",
        "key",
        "\"",
        "\\",
        "\n",
        "\u0000",
        "\u001f",
        "\u007f",
        "é",
        "€",
        "😀",
        "/",
        "\u2028",
        "0123456789",
        "plain words of some length"
    };

    private final Random random;

    JsonTexts(Random random) {
        this.random = random;
    }

    /// Any value, nested up to `depth` deep.
    Object value(int depth) {
        return switch (random.nextInt(depth > 0 ? 9 : 6)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> number();
            case 3 -> (double) random.nextInt(1000) + 0.25;
            case 4, 5 -> string();
            case 6 -> array(depth);
            default -> object(depth);
        };
    }

    private Long number() {
        return switch (random.nextInt(6)) {
            case 0 -> random.nextLong();
            case 1 -> Long.MIN_VALUE;
            case 2 -> Long.MAX_VALUE;
            default -> (long) random.nextInt(200) - 100;
        };
    }

    String string() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }

    private int length(int depth) {
        if (depth < 2 && random.nextInt(40) == 0) {
            return LONG_BORDERS[random.nextInt(LONG_BORDERS.length)];
        }
        return depth < 3 && random.nextInt(3) == 0
                ? BORDERS[random.nextInt(BORDERS.length)]
                : random.nextInt(5);
    }

    List<Object> array(int depth) {
        List<Object> array = new ArrayList<>();
        int length = length(depth);
        for (int i = 0; i < length; i++) {
            array.add(value(length > 20 ? 0 : depth - 1));
        }
        return array;
    }

    Map<String, Object> object(int depth) {
        Map<String, Object> object = new LinkedHashMap<>();
        int length = length(depth);
        for (int i = 0; i < length; i++) {
            object.put(name(length), value(length > 20 ? 0 : depth - 1));
        }
        return object;
    }

    /// A name: from a few that often come again, or from many.
    String name(int among) {
        return random.nextInt(8) == 0 ? string() : "n" + random.nextInt(2 * among + 2);
    }

    // Text

    /// The compact text, in other words than those of the code.
    static String compact(Object value) {
        StringBuilder text = new StringBuilder();
        write(value, text, -1, 0);
        return text.toString();
    }

    static String pretty(Object value, int spaces) {
        StringBuilder text = new StringBuilder();
        write(value, text, spaces, 0);
        return text.toString();
    }

    private static void write(Object value, StringBuilder text, int spaces, int level) {
        switch (value) {
            case Map<?, ?> map -> {
                String between = "{";
                for (var field : map.entrySet()) {
                    text.append(between).append(line(spaces, level + 1));
                    text.append(quoted((String) field.getKey())).append(spaces < 0 ? ":" : ": ");
                    write(field.getValue(), text, spaces, level + 1);
                    between = ",";
                }
                text.append(map.isEmpty() ? "{" : line(spaces, level)).append('}');
            }
            case List<?> list -> {
                String between = "[";
                for (Object element : list) {
                    text.append(between).append(line(spaces, level + 1));
                    write(element, text, spaces, level + 1);
                    between = ",";
                }
                text.append(list.isEmpty() ? "[" : line(spaces, level)).append(']');
            }
            case String string -> text.append(quoted(string));
            case Double number -> text.append(number.toString().replaceAll("\\.0$", ""));
            case null, default -> text.append(value);
        }
    }

    private static String line(int spaces, int level) {
        return spaces < 0 ? "" : "\n" + " ".repeat(spaces * level);
    }

    private static String quoted(String string) {
        StringBuilder text = new StringBuilder("\"");
        for (char c : string.toCharArray()) {
            switch (c) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                case '\b' -> text.append("\\b");
                case '\f' -> text.append("\\f");
                default -> text.append(c < ' ' ? "\\u%04x".formatted((int) c) : String.valueOf(c));
            }
        }
        return text.append('"').toString();
    }

    /// The same value in other words: with white space and escapes where they may be.
    String loosely(Object value) {
        StringBuilder text = new StringBuilder();
        boolean inString = false;
        String compact = compact(value);
        for (int i = 0; i < compact.length(); i++) {
            char c = compact.charAt(i);
            if (c == '\\') {
                int escaped = compact.charAt(i + 1) == 'u' ? 6 : 2;
                text.append(compact, i, i + escaped);
                i += escaped - 1;
                continue;
            }
            if (c == '"') {
                inString = !inString;
            }
            if (!inString && c != '"' && ",:[]{}".indexOf(c) >= 0) {
                text.append(space()).append(c).append(space());
                continue;
            }
            boolean escaped = inString && c != '"' && random.nextInt(6) == 0;
            text.append(escaped ? "\\u%04X".formatted((int) c) : String.valueOf(c));
            if (Character.isHighSurrogate(c)) {
                char low = compact.charAt(++i);
                text.append(escaped ? "\\u%04x".formatted((int) low) : String.valueOf(low));
            }
        }
        return text.toString();
    }

    private String space() {
        return switch (random.nextInt(8)) {
            case 0 -> " ";
            case 1 -> "\n\t";
            case 2 -> "\r\n        ";
            default -> "";
        };
    }
}
