// SPDX-License-Identifier: Apache-2.0
package coex.observe.report;

import coex.gc.diagnose.ObjectView;

/// The beginning of a text held by an object.
///
/// @param text the first characters, all whole
/// @param moreBytes how many bytes follow
record TextPrefix(String text, long moreBytes) {

    /// At most `mostBytes` bytes; a character that this would cut is left to the rest.
    static TextPrefix of(ObjectView object, int mostBytes) {
        int length = object.length();
        int shown = Math.min(length, mostBytes);
        if (shown < length) {
            int start = startOfCharacterAt(object, shown);
            shown = start;
        }
        return new TextPrefix(object.text(shown), length - shown);
    }

    /// Goes back from `end` to where the character begins that lies across it. Bytes that are not
    /// UTF-8 are cut anywhere.
    private static int startOfCharacterAt(ObjectView object, int end) {
        for (int at = end; at > end - 4 && at > 0; at--) {
            if ((object.byteAt(object.elementOffset(at)) & 0xC0) != 0x80) {
                return at;
            }
        }
        return end;
    }

    /// `"hello"`, or `"hel"... (2 more bytes)`.
    String quoted() {
        return Quoted.text(text) + (moreBytes > 0 ? "... (" + moreBytes + " more bytes)" : "");
    }
}
