// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.text.Strings;
import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// Immutable text in a heap: for what is too long, or too much, for the JVM's own.
///
/// <!-- given var collections = PersistentCollections.in(heap); -->
/// ```java
/// PersistentText log = PersistentText.of(collections, "begun\n");
/// PersistentText more = log.append("ended\n");              // `log` is as it was
/// PersistentText last = more.slice(more.indexOf("ended", 0), more.size());
/// System.out.println(last.startsWith("end") + " " + more.lines().count()); // prints true 2
/// ```
///
/// Text is kept as UTF-8. Its size and all positions are in bytes, so that every operation knows
/// them without counting; those that part a text stand between characters. Appending to the text
/// that was made last takes time for what is appended, and a slice takes none: both share the
/// bytes. A slice so keeps all of the text it is of; [PersistentCollections#keep] does not change
/// that, and [#of] of its string does.
///
/// Keys and values that are short are best kept by [Codec#STRING]. [Codec#text] is for long ones,
/// which are read from a collection without being copied. Both are kept alike.
public final class PersistentText extends PersistentCollection
        implements Comparable<PersistentText> {

    private static final int PIECE = 1 << 16;

    private final TextKind kind;

    PersistentText(TextKind kind, long handle, int cell, PersistentCollection source, long state) {
        super(handle, cell, source, state);
        this.kind = kind;
    }

    // Making

    /// {@return the text of a string}
    ///
    /// @param in where it is kept
    /// @param text the text
    /// @throws IllegalArgumentException if it has a surrogate without its other half
    public static PersistentText of(PersistentCollections in, CharSequence text) {
        TextKind kind = in.textKind();
        byte[] utf8 = utf8(text);
        return kind.make(mutator -> kind.strings().of(mutator, utf8, 0, utf8.length));
    }

    /// {@return the text of all that a stream has, in UTF-8} It is read piece by piece.
    ///
    /// @param in where it is kept
    /// @param utf8 what to read, in UTF-8
    /// @throws CharacterCodingException if it is not UTF-8
    /// @throws IOException if the stream cannot be read
    public static PersistentText read(PersistentCollections in, InputStream utf8)
            throws IOException {
        PersistentText text = of(in, "");
        byte[] piece = new byte[PIECE];
        int kept = 0;
        while (true) {
            int found = utf8.readNBytes(piece, kept, PIECE - kept);
            int count = kept + found;
            int whole = found == 0 ? count : Utf8Pieces.wholeCharacters(piece, count);
            requireUtf8(piece, whole);
            if (whole > 0) {
                try (PersistentText before = text) {
                    text = before.appended(piece, whole);
                }
            }
            if (found == 0) {
                return text;
            }
            kept = count - whole;
            System.arraycopy(piece, whole, piece, 0, kept);
        }
    }

    private static void requireUtf8(byte[] utf8, int count) throws CharacterCodingException {
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8, 0, count));
    }

    private static byte[] utf8(CharSequence text) {
        return (byte[]) Codec.STRING.toPlain(text.toString(), "text");
    }

    // Looking

    @Override
    TextKind kind() {
        return kind;
    }

    /// The number of bytes.
    @Override
    int size(MutatorContext mutator, long value) {
        return kind.strings().byteLength(mutator, value);
    }

    private interface Looking<T> {
        T look(MutatorContext mutator, Strings strings, long text);
    }

    private <T> T look(String operation, Looking<T> looking) {
        MutatorContext mutator = heap().enter();
        try (RootFrame slots = RootFrame.slots(mutator, 1)) {
            long text = handle(operation);
            slots.set(0, text);
            return looking.look(mutator, kind.strings(), text);
        } finally {
            heap().leave(mutator);
            Reference.reachabilityFence(this);
        }
    }

    /// {@return the number of code points}
    public int codePoints() {
        return look(
                "codePoints",
                (mutator, strings, text) -> strings.length(mutator, text, Pause.POLL));
    }

    /// {@return where `sought` begins first, from a position on; -1 if nowhere}
    ///
    /// @param sought what to look for
    /// @param from the first index
    /// @throws IndexOutOfBoundsException if `from` is negative or greater than the size
    public int indexOf(CharSequence sought, int from) {
        byte[] utf8 = utf8(sought);
        return heap().whenThereIsRoom(
                        () ->
                                look(
                                        "indexOf",
                                        (mutator, strings, text) ->
                                                indexOf(mutator, strings, text, utf8, from)));
    }

    private static int indexOf(
            MutatorContext mutator, Strings strings, long text, byte[] sought, int from) {
        Objects.checkFromToIndex(from, from, strings.byteLength(mutator, text));
        try (RootFrame slots = RootFrame.slots(mutator, 1)) {
            slots.set(0, strings.of(mutator, sought, 0, sought.length));
            return strings.indexOf(mutator, text, slots.get(0), from, Pause.POLL);
        }
    }

    /// {@return whether a text is in this one}
    ///
    /// @param sought what to look for
    public boolean contains(CharSequence sought) {
        return indexOf(sought, 0) >= 0;
    }

    /// {@return whether the text begins with another}
    ///
    /// @param prefix what to look for
    public boolean startsWith(CharSequence prefix) {
        byte[] utf8 = utf8(prefix);
        return hasAt("startsWith", utf8, false);
    }

    /// {@return whether the text ends with another}
    ///
    /// @param suffix what to look for
    public boolean endsWith(CharSequence suffix) {
        byte[] utf8 = utf8(suffix);
        return hasAt("endsWith", utf8, true);
    }

    private boolean hasAt(String operation, byte[] utf8, boolean atEnd) {
        return look(
                operation,
                (mutator, strings, text) -> {
                    int size = strings.byteLength(mutator, text);
                    if (size < utf8.length) {
                        return false;
                    }
                    byte[] part = new byte[utf8.length];
                    strings.copyOut(
                            mutator, text, atEnd ? size - utf8.length : 0, part, 0, part.length);
                    return Arrays.equals(part, utf8);
                });
    }

    /// Compares by code points, which is the order of [Codec#text]. `String.compareTo` compares by
    /// the halves of surrogates, which differs for characters beyond U+FFFF.
    ///
    /// @throws IllegalArgumentException if `other` is of another heap
    @Override
    public int compareTo(PersistentText other) {
        kind.requireSame(other, "text");
        return look(
                "compareTo",
                (mutator, strings, text) -> {
                    try (RootFrame slots = RootFrame.slots(mutator, 1)) {
                        slots.set(0, other.handle("compareTo"));
                        return strings.compare(mutator, text, slots.get(0), Pause.POLL);
                    } finally {
                        Reference.reachabilityFence(other);
                    }
                });
    }

    // Parts: slices, each made when it is asked for, to be closed or dropped by who takes it

    /// {@return the parts between the places where a separator stands: at least one, and one more
    /// than there are such places} They share the bytes of this text, and are made as they are
    /// asked for.
    ///
    /// @param separator what stands between the parts
    /// @throws IllegalArgumentException if it is empty
    public Stream<PersistentText> split(CharSequence separator) {
        return StreamSupport.stream(TextParts.between(this, separator), false);
    }

    /// {@return the lines, without what ends them: a line feed, a carriage return, or both, as for
    /// `String.lines`} They share the bytes of this text, and are made as they are asked for.
    public Stream<PersistentText> lines() {
        return StreamSupport.stream(TextParts.lines(this), false);
    }

    /// {@return the string of what is between two positions, for the JVM}
    ///
    /// @param from the first index
    /// @param to the index after the last one
    /// @throws IndexOutOfBoundsException if they are not in order or not in this text
    /// @throws IllegalArgumentException if one is inside a character
    public String substring(int from, int to) {
        return new String(bytes("substring", from, to), StandardCharsets.UTF_8);
    }

    private byte[] bytes(String operation, int from, int to) {
        return look(
                operation,
                (mutator, strings, text) -> {
                    requireParts(mutator, strings, text, from, to);
                    byte[] utf8 = new byte[to - from];
                    strings.copyOut(mutator, text, from, utf8, 0, utf8.length);
                    return utf8;
                });
    }

    private static void requireParts(
            MutatorContext mutator, Strings strings, long text, int from, int to) {
        int size = strings.byteLength(mutator, text);
        Objects.checkFromToIndex(from, to, size);
        requireBetweenCharacters(mutator, strings, text, from, size);
        requireBetweenCharacters(mutator, strings, text, to, size);
    }

    private static void requireBetweenCharacters(
            MutatorContext mutator, Strings strings, long text, int position, int size) {
        if (position < size && (strings.byteAt(mutator, text, position) & 0xC0) == 0x80) {
            throw new IllegalArgumentException(
                    "position inside a character: position=%d size=%d; positions are bytes of UTF-8"
                            .formatted(position, size));
        }
    }

    /// Writes the text in UTF-8, piece by piece.
    ///
    /// @param target where the bytes go
    /// @throws IOException if they cannot be written to it
    public void writeTo(OutputStream target) throws IOException {
        int size = size();
        byte[] piece = new byte[Math.min(size, PIECE)];
        for (int at = 0; at < size; at += piece.length) {
            int from = at;
            int count = Math.min(piece.length, size - at);
            look(
                    "writeTo",
                    (mutator, strings, text) -> {
                        strings.copyOut(mutator, text, from, piece, 0, count);
                        return null;
                    });
            target.write(piece, 0, count);
        }
    }

    // Changing: another text, that shares what stays

    /// {@return this text and then another}
    ///
    /// @param text the text
    /// @throws IllegalArgumentException if the string has a surrogate without its other half
    public PersistentText append(CharSequence text) {
        byte[] utf8 = utf8(text);
        return appended(utf8, utf8.length);
    }

    private PersistentText appended(byte[] utf8, int count) {
        return kind.make(
                mutator -> {
                    try (RootFrame slots = RootFrame.slots(mutator, 2)) {
                        slots.set(0, handle("append"));
                        slots.set(1, kind.strings().of(mutator, utf8, 0, count));
                        return kind.strings().concat(mutator, slots.get(0), slots.get(1));
                    }
                });
    }

    /// {@return this text and then another, which is copied unless this one is empty}
    ///
    /// @param other the other one
    /// @throws IllegalArgumentException if `other` is of another heap
    public PersistentText append(PersistentText other) {
        kind.requireSame(other, "text");
        return kind.make(
                mutator ->
                        kind.strings().concat(mutator, handle("append"), other.handle("append")));
    }

    /// {@return what is between two positions, which shares the bytes of this text}
    ///
    /// @param from the first index
    /// @param to the index after the last one
    /// @throws IndexOutOfBoundsException if they are not in order or not in this text
    /// @throws IllegalArgumentException if one is inside a character
    public PersistentText slice(int from, int to) {
        return kind.make(
                mutator -> {
                    Strings strings = kind.strings();
                    long text = handle("slice");
                    requireParts(mutator, strings, text, from, to);
                    return strings.slice(mutator, text, from, to);
                });
    }

    /// The string.
    @Override
    Object view() {
        return substring(0, size());
    }
}
