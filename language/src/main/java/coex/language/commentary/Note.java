package coex.language.commentary;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/// A note that the compiler leaves in a source as a line of comment: `#@ [PERF] text`.
///
/// @param line the line it stands before, counted in the text without notes
/// @param column its indentation, plus one
public record Note(Category category, String message, Response response, int line, int column) {

    private static final int IDENTITY_DIGITS = 8;

    /// Category and message, wherever they stand: what makes two notes the same one.
    public String identity() {
        byte[] text = (category + ":" + message).getBytes(StandardCharsets.UTF_8);
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text);
            return HexFormat.of().formatHex(digest).substring(0, IDENTITY_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    Note at(int newLine, int newColumn) {
        return new Note(category, message, response, newLine, newColumn);
    }

    /// The note as a line of its own, without indentation.
    String text() {
        String answer =
                response == Response.NONE ? "" : ":" + response.name().toLowerCase(Locale.ROOT);
        return "#@ [%s%s] %s".formatted(category, answer, message);
    }
}
