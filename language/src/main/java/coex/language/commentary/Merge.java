package coex.language.commentary;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What becomes of the notes in a source when new ones are made.
///
/// @param kept the notes to write
/// @param suppressed the identities of notes never to be made again
public record Merge(List<Note> kept, Set<String> suppressed) {

    /// A new note is dropped if it is suppressed. If the same note was answered `ignore` it stays
    /// with its answer; if it was answered `off` it is dropped and suppressed. Old notes that are
    /// not made again disappear.
    public static Merge of(List<Note> existing, List<Note> generated, Set<String> suppressed) {
        var kept = new ArrayList<Note>();
        var off = new LinkedHashSet<>(suppressed);
        var seen = new LinkedHashSet<String>();
        var answers = new HashMap<String, Note>();
        for (Note old : existing) {
            if (old.response() != Response.NONE) {
                answers.putIfAbsent(old.identity(), old);
            }
        }
        for (Note note : generated) {
            String identity = note.identity();
            Optional<Note> answered = Optional.ofNullable(answers.get(identity));
            if (answered.isPresent() && answered.get().response() == Response.OFF) {
                off.add(identity);
            }
            if (!off.contains(identity) && seen.add(identity + "@" + note.line())) {
                kept.add(answered.map(old -> old.at(note.line(), note.column())).orElse(note));
            }
        }
        return new Merge(kept, off);
    }
}
