// SPDX-License-Identifier: Apache-2.0
package coex.web.play;

import java.net.URI;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The one line on standard error with which a process says where it shows its heap.
///
/// The program in that process writes to standard error too, and what it writes must lead nowhere.
/// So the line begins with a random word. The process has it in its environment, which a program in
/// a sandbox cannot read; and the line comes before the program begins. Only a link to a page on
/// this machine is taken, and only the first.
///
/// Of the one thread that reads standard error.
final class HeapLinkLine {

    /// What `coex run --web` looks for in its environment.
    static final String VARIABLE = "COEX_WEB_WORD";

    private static final int WORD_BYTES = 24;
    private static final int MOST_CHARACTERS = 256;
    private static final Pattern LINK =
            Pattern.compile("http://127\\.0\\.0\\.1:[1-9][0-9]{0,4}/[A-Za-z0-9_-]+/");

    private final String beginning;

    /// The beginning of a line that may be ours; null when none is to be expected any more.
    private StringBuilder held = new StringBuilder();

    private boolean isAtLineStart = true;
    private URI link;

    /// @param word with which the line begins
    HeapLinkLine(String word) {
        this.beginning = word + ' ';
    }

    /// A word that nobody guesses.
    static String newWord() {
        byte[] bytes = new byte[WORD_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /// Takes the next piece of what the process wrote, and returns what of it is for people to
    /// read. Only what may become the line is kept for later.
    String read(String piece) {
        if (held == null) {
            return piece;
        }
        StringBuilder rest = new StringBuilder();
        for (int i = 0; i < piece.length(); i++) {
            if (held == null) {
                return rest.append(piece, i, piece.length()).toString();
            }
            take(piece.charAt(i), rest);
        }
        return rest.toString();
    }

    private void take(char next, StringBuilder rest) {
        if (!isAtLineStart) {
            rest.append(next);
            isAtLineStart = next == '\n';
            return;
        }
        held.append(next);
        int length = held.length();
        boolean isOurs =
                length <= beginning.length()
                        ? beginning.charAt(length - 1) == next
                        : length < MOST_CHARACTERS;
        if (isOurs && next == '\n') {
            Matcher told = LINK.matcher(held.substring(beginning.length()).strip());
            link = told.matches() ? URI.create(told.group()) : null;
            held = null;
        } else if (!isOurs) {
            rest.append(held);
            held.setLength(0);
            isAtLineStart = next == '\n';
        }
    }

    /// What was kept when the process ended.
    String end() {
        return held == null ? "" : held.toString();
    }

    /// The link, once the line was read.
    Optional<URI> link() {
        return Optional.ofNullable(link);
    }
}
