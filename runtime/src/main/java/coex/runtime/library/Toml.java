package coex.runtime.library;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads the part of TOML that manifests are written in: tables, lists of tables, and values that
/// are texts, numbers, bools or lists of such. Numbers and bools stay texts, since no manifest has
/// any use for them.
final class Toml {

    private static final int CODE_POINT_DIGITS = 4;

    private final String text;
    private int position;

    private Toml(String text) {
        this.text = text.replace("\r\n", "\n");
    }

    /// The tables and values at the top: each is a `Map`, a `List` or a `String`.
    static Map<String, Object> read(String text) throws PackageException {
        return new Toml(text).file();
    }

    private Map<String, Object> file() throws PackageException {
        Map<String, Object> top = new LinkedHashMap<>();
        Map<String, Object> table = top;
        for (skipBlank(); position < text.length(); skipBlank()) {
            if (text.startsWith("[[", position)) {
                position += 2;
                table = nextOfList(top, key());
                expect("]]");
            } else if (text.charAt(position) == '[') {
                position++;
                table = table(top, key());
                expect("]");
            } else {
                List<String> key = key();
                expect("=");
                skipSpaces();
                put(table(table, key.subList(0, key.size() - 1)), key.getLast(), value());
            }
            endOfLine();
        }
        return top;
    }

    private void put(Map<String, Object> table, String key, Object value) throws PackageException {
        if (table.putIfAbsent(key, value) != null) {
            throw wrong("'%s' is there twice".formatted(key));
        }
    }

    // Tables

    /// The table at a path, made where it is missing. The last of a list of tables stands for the
    /// list.
    @SuppressWarnings("unchecked")
    private Map<String, Object> table(Map<String, Object> from, List<String> path)
            throws PackageException {
        Map<String, Object> table = from;
        for (String name : path) {
            Object next = table.computeIfAbsent(name, _ -> new LinkedHashMap<String, Object>());
            if (next instanceof List<?> list && !list.isEmpty()) {
                next = list.getLast();
            }
            if (!(next instanceof Map<?, ?>)) {
                throw wrong("'%s' is a value and no table".formatted(name));
            }
            table = (Map<String, Object>) next;
        }
        return table;
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> nextOfList(Map<String, Object> top, List<String> path)
            throws PackageException {
        Map<String, Object> holder = table(top, path.subList(0, path.size() - 1));
        Object list = holder.computeIfAbsent(path.getLast(), _ -> new ArrayList<Object>());
        if (!(list instanceof List<?>)) {
            throw wrong("'%s' is no list of tables".formatted(path.getLast()));
        }
        Map<String, Object> table = new LinkedHashMap<>();
        ((List<Object>) list).add(table);
        return table;
    }

    // Keys and values

    private List<String> key() throws PackageException {
        List<String> parts = new ArrayList<>();
        do {
            skipSpaces();
            parts.add(isAt('"') || isAt('\'') ? quoted() : bare());
            skipSpaces();
        } while (accept('.'));
        return parts;
    }

    private String bare() throws PackageException {
        int start = position;
        while (position < text.length() && isBare(text.charAt(position))) {
            position++;
        }
        if (start == position) {
            throw wrong("a name is missing");
        }
        return text.substring(start, position);
    }

    private static boolean isBare(char c) {
        return c < 128 && Character.isLetterOrDigit(c) || c == '_' || c == '-';
    }

    private Object value() throws PackageException {
        if (isAt('"') || isAt('\'')) {
            return quoted();
        }
        if (accept('[')) {
            return list();
        }
        int start = position;
        while (position < text.length() && ",]#\n".indexOf(text.charAt(position)) < 0) {
            position++;
        }
        String written = text.substring(start, position).strip();
        if (!written.matches("true|false|[-+0-9][-+.:_0-9A-Za-z]*")) {
            throw wrong("this is no text, number, bool or list of them");
        }
        return written;
    }

    private List<Object> list() throws PackageException {
        List<Object> elements = new ArrayList<>();
        skipBlank();
        while (!accept(']')) {
            elements.add(value());
            skipBlank();
            if (!accept(',') && !isAt(']')) {
                throw wrong("',' or ']' is missing");
            }
            skipBlank();
        }
        return elements;
    }

    private String quoted() throws PackageException {
        char quote = text.charAt(position++);
        var read = new StringBuilder();
        while (!isAt(quote)) {
            if (position >= text.length() || isAt('\n')) {
                throw wrong("a text does not end on its line");
            }
            char c = text.charAt(position++);
            read.append(c == '\\' && quote == '"' ? escaped() : String.valueOf(c));
        }
        position++;
        return read.toString();
    }

    private String escaped() throws PackageException {
        char c = position < text.length() ? text.charAt(position++) : '\n';
        return switch (c) {
            case 'n' -> "\n";
            case 't' -> "\t";
            case 'r' -> "\r";
            case 'b' -> "\b";
            case 'f' -> "\f";
            case '"', '\\' -> String.valueOf(c);
            case 'u' -> codePoint(CODE_POINT_DIGITS);
            case 'U' -> codePoint(2 * CODE_POINT_DIGITS);
            default -> throw wrong("there is no such escape");
        };
    }

    private String codePoint(int digits) throws PackageException {
        int end = Math.min(position + digits, text.length());
        try {
            String written = text.substring(position, end);
            position = end;
            int character = Integer.parseUnsignedInt(written, 16);
            if (character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE) {
                throw wrong("half of a surrogate pair is no character");
            }
            return Character.toString(character);
        } catch (IllegalArgumentException e) {
            throw wrong("there is no such character");
        }
    }

    // Characters

    private boolean isAt(char c) {
        return position < text.length() && text.charAt(position) == c;
    }

    private boolean accept(char c) {
        boolean isThere = isAt(c);
        position += isThere ? 1 : 0;
        return isThere;
    }

    private void expect(String wanted) throws PackageException {
        skipSpaces();
        if (!text.startsWith(wanted, position)) {
            throw wrong("'%s' is missing".formatted(wanted));
        }
        position += wanted.length();
    }

    private void endOfLine() throws PackageException {
        skipSpaces();
        skipComment();
        if (position < text.length() && !isAt('\n')) {
            throw wrong("something follows what should end the line");
        }
    }

    private void skipSpaces() {
        while (isAt(' ') || isAt('\t')) {
            position++;
        }
    }

    private void skipComment() {
        if (isAt('#')) {
            int end = text.indexOf('\n', position);
            position = end < 0 ? text.length() : end;
        }
    }

    private void skipBlank() {
        while (position < text.length()) {
            if (isAt('#')) {
                skipComment();
            } else if (isAt(' ') || isAt('\t') || isAt('\n')) {
                position++;
            } else {
                return;
            }
        }
    }

    private PackageException wrong(String what) {
        long line = text.substring(0, Math.min(position, text.length())).lines().count();
        return new PackageException(
                "manifest.toml is not right in line %d: %s".formatted(Math.max(1, line), what));
    }
}
