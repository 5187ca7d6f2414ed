package coex.language.problem;

import coex.language.source.Span;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a user is told about a problem.
///
/// @param code names the kind of problem for good: a letter for the family and three digits
/// @param title the kind of problem in a few words
/// @param place the code at fault
/// @param message what was found there and what would be allowed, in whole sentences
/// @param notes other places involved
/// @param hint one thing to do next
public record Report(
        String code,
        String title,
        Span place,
        String message,
        List<Note> notes,
        Optional<String> hint) {

    /// Another place, and what it has to do with the problem.
    public record Note(Span place, String label) {}

    public Report {
        notes = List.copyOf(notes);
    }

    public static Report of(String code, String title, Span place, String message) {
        return new Report(code, title, place, message, List.of(), Optional.empty());
    }

    /// This report, pointing at one more place.
    public Report noting(Span other, String label) {
        var more = new ArrayList<>(notes);
        more.add(new Note(other, label));
        return new Report(code, title, place, message, more, hint);
    }

    /// This report with a next step.
    public Report hinting(String nextStep) {
        return new Report(code, title, place, message, notes, Optional.of(nextStep));
    }
}
