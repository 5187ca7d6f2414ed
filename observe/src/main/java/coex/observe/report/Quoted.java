// SPDX-License-Identifier: Apache-2.0
package coex.observe.report;

import java.util.Locale;
import java.util.regex.Pattern;

/// Text from outside, such that it stays on its line and can be read back.
final class Quoted {

    /// Names of types as they usually are.
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}_.$<>\\[\\]:+*/|&?!-]+");

    private Quoted() {}

    /// A name as it is if it is an ordinary one, else in quotes.
    static String name(String name) {
        return PLAIN.matcher(name).matches() ? name : text(name);
    }

    /// In double quotes, with the escapes of Java: for quotes, backslashes, and whatever does not
    /// show or would change how its neighbours show.
    static String text(String text) {
        return '"' + escaped(text) + '"';
    }

    /// The same without the quotes.
    static String escaped(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(character -> append(out, character));
        return out.toString();
    }

    private static void append(StringBuilder out, int character) {
        switch (character) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> {
                if (isShown(character)) {
                    out.appendCodePoint(character);
                } else {
                    for (char unit : Character.toChars(character)) {
                        out.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
                    }
                }
            }
        }
    }

    private static boolean isShown(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    false;
            default -> true;
        };
    }
}
