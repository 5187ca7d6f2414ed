// SPDX-License-Identifier: Apache-2.0
package coex.observe.log;

import coex.observe.LogLevel;

import java.util.function.Supplier;

/// A line of the log that is yet to be put into words. Made by the thread that something happened
/// on, which spends no time on text; worded by the thread that writes.
///
/// @param uptimeNanos when it happened
/// @param tags what it is about, as in `gc,heap`
/// @param message the words; must not change its mind later
public record LogLine(long uptimeNanos, LogLevel level, String tags, Supplier<String> message) {

    /// The whole line, its end included: `[0.123s][info][gc] words`.
    public String text() {
        StringBuilder text = new StringBuilder(120).append('[');
        Amounts.appendThousandths(text, uptimeNanos / 1_000_000);
        text.append("s][").append(level.word()).append("][").append(tags).append("] ");
        return withoutControls(text.append(message.get())).append('\n').toString();
    }

    /// A thread may have any name, but a line is one line.
    private static StringBuilder withoutControls(StringBuilder text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                text.setCharAt(i, '?');
            }
        }
        return text;
    }
}
