// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;

/// The parts of a text, made one after the other. For one thread at a time.
final class TextParts extends Spliterators.AbstractSpliterator<PersistentText> {

    /// What stands between two parts, and where it stands next.
    private static final class Separator {
        private final String characters;
        private final int bytes;

        /// -1 if it stands nowhere from here on, which is so once and for all.
        private int next;

        private Separator(PersistentText text, String characters, int bytes) {
            this.characters = characters;
            this.bytes = bytes;
            this.next = text.indexOf(characters, 0);
        }

        /// The next place from a position on.
        private int from(PersistentText text, int position) {
            if (next >= 0 && next < position) {
                next = text.indexOf(characters, position);
            }
            return next;
        }
    }

    private final PersistentText text;
    private final Separator separator;

    /// What ends a line beside the separator; null if no lines are asked for. Each is looked for
    /// where it was not yet, so that a text without one is gone through once.
    private final Separator carriageReturn;

    private int at;
    private boolean isAtEnd;

    private TextParts(PersistentText text, Separator separator, Separator carriageReturn) {
        super(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL);
        this.text = text;
        this.separator = separator;
        this.carriageReturn = carriageReturn;
    }

    static TextParts between(PersistentText text, CharSequence separator) {
        String characters = separator.toString();
        if (characters.isEmpty()) {
            throw new IllegalArgumentException("separator empty");
        }
        int bytes = ((byte[]) Codec.STRING.toPlain(characters, "separator")).length;
        return new TextParts(text, new Separator(text, characters, bytes), null);
    }

    static TextParts lines(PersistentText text) {
        return new TextParts(text, new Separator(text, "\n", 1), new Separator(text, "\r", 1));
    }

    @Override
    public boolean tryAdvance(Consumer<? super PersistentText> action) {
        int size = text.size();
        if (isAtEnd || carriageReturn != null && at == size) { // a line that is empty ends
            return false;
        }
        int begin = at;
        int end = separator.from(text, at);
        int next = end + separator.bytes;
        if (carriageReturn != null) {
            int other = carriageReturn.from(text, at);
            if (other >= 0 && (end < 0 || other < end)) {
                next = end == other + 1 ? end + 1 : other + 1; // both end one line
                end = other;
            }
        }
        if (end < 0) {
            isAtEnd = true;
            end = size;
            next = size;
        }
        at = next;
        action.accept(text.slice(begin, end));
        return true;
    }
}
