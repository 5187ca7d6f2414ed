// SPDX-License-Identifier: Apache-2.0
package coex.observe.report;

import coex.gc.diagnose.ObjectView;

import java.util.HexFormat;
import java.util.Locale;

/// The first bytes of an object, header included, as hexadecimal digits.
final class HexLines {

    /// Of each object no more bytes than these are shown.
    static final int MOST_BYTES = 256;

    private static final int BYTES_A_LINE = 16;
    private static final HexFormat TWO_DIGITS = HexFormat.of();

    private HexLines() {}

    static byte[] firstBytes(ObjectView object) {
        byte[] bytes = new byte[(int) Math.min(object.bytes(), MOST_BYTES)];
        object.copy(0, bytes, 0, bytes.length);
        return bytes;
    }

    /// Lines of an offset and sixteen bytes, and how many bytes there are more.
    static void write(TextPage page, ObjectView object) {
        byte[] bytes = firstBytes(object);
        for (int from = 0; from < bytes.length; from += BYTES_A_LINE) {
            StringBuilder line = new StringBuilder(64);
            line.append(String.format(Locale.ROOT, "    %04x:", from));
            for (int i = from; i < Math.min(from + BYTES_A_LINE, bytes.length); i++) {
                line.append(' ');
                TWO_DIGITS.toHexDigits(line, bytes[i]);
            }
            page.line(line.toString());
        }
        if (object.bytes() > bytes.length) {
            page.line("    ... (%d more bytes)", object.bytes() - bytes.length);
        }
    }

    static void write(JsonPage page, ObjectView object) {
        byte[] bytes = firstBytes(object);
        page.text("contents", TWO_DIGITS.formatHex(bytes));
        page.number("more_bytes", object.bytes() - bytes.length);
    }
}
