// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/// JSON Pointers (RFC 6901), and finding out where in a text one is.
final class JsonPath {

    private JsonPath() {}

    /// The steps of a pointer.
    ///
    /// @throws IllegalArgumentException if it is none
    static List<String> steps(String pointer) {
        if (pointer.isEmpty()) {
            return List.of();
        }
        if (pointer.charAt(0) != '/') {
            throw new IllegalArgumentException(
                    "not a JSON Pointer: it begins with a slash, or is empty: pointer=" + pointer);
        }
        List<String> steps = new ArrayList<>();
        for (String step : pointer.substring(1).split("/", -1)) {
            steps.add(step.replace("~1", "/").replace("~0", "~"));
        }
        return steps;
    }

    /// The number of an element in a pointer; -1 if it is none.
    static int index(String step) {
        return step.matches("0|[1-9][0-9]{0,8}") ? Integer.parseInt(step) : -1;
    }

    /// The pointer of these steps.
    static String of(Iterable<String> steps) {
        StringBuilder pointer = new StringBuilder();
        for (String step : steps) {
            pointer.append('/').append(step.replace("~", "~0").replace("/", "~1"));
        }
        return pointer.toString();
    }

    /// The path of the value that is being read at a line and column of a text, which is JSON up to
    /// there.
    static String at(byte[] utf8, int line, int column) {
        String text = new String(utf8, StandardCharsets.UTF_8);
        int end = 0;
        for (int i = 1; i < line; i++) {
            end = text.indexOf('\n', end) + 1;
        }
        for (int i = 1; i < column && end < text.length(); i++) {
            end += Character.charCount(text.codePointAt(end));
        }
        return of(open(text, end));
    }

    /// What is open at an index: for each level the name, or the number of the element.
    private static Iterable<String> open(String text, int end) {
        Deque<Object> levels = new ArrayDeque<>(); // an Integer, or a name; "" before the first
        int nameStart = -1;
        for (int i = 0; i < end; i++) {
            switch (text.charAt(i)) {
                case '"' -> {
                    nameStart = i + 1;
                    i = closingQuote(text, nameStart, end);
                }
                case ':' -> {
                    levels.poll();
                    levels.push(text.substring(nameStart, text.lastIndexOf('"', i)));
                }
                case '[' -> levels.push(0);
                case '{' -> levels.push("");
                case ']', '}' -> levels.poll();
                case ',' -> {
                    if (levels.peek() instanceof Integer number) {
                        levels.poll();
                        levels.push(number + 1);
                    }
                }
                default -> {
                    // part of a number or a word, or white space
                }
            }
        }
        List<String> steps = new ArrayList<>();
        for (Iterator<Object> each = levels.descendingIterator(); each.hasNext(); ) {
            Object step = each.next();
            if (step instanceof Integer || !step.equals("") || each.hasNext()) {
                steps.add(step.toString());
            }
        }
        return steps;
    }

    private static int closingQuote(String text, int from, int end) {
        int i = from;
        while (i < end && text.charAt(i) != '"') {
            i += text.charAt(i) == '\\' ? 2 : 1;
        }
        return i;
    }
}
