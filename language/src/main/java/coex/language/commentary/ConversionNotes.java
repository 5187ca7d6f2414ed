package coex.language.commentary;

import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedFunction;
import coex.language.checked.CheckedProgram;
import coex.language.checked.Conversion;
import coex.language.source.SourceFile;
import coex.language.source.Span;

import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Notes on Lists, Arrays and Sets that become one another without the program saying so: each time
/// all elements are copied.
public final class ConversionNotes {

    private static final Set<Conversion> OF_COLLECTIONS =
            EnumSet.range(Conversion.LIST_TO_ARRAY, Conversion.SET_TO_ARRAY);

    private ConversionNotes() {}

    /// The notes on the file that `main` is in, by its lines as they are, notes among them.
    public static List<Note> of(CheckedProgram program) {
        SourceFile file = program.functions().get(program.main()).span().file();
        Set<Note> notes = new LinkedHashSet<>();
        for (CheckedFunction function : program.functions().values()) {
            for (CheckedExpr expr : Walk.expressions(function)) {
                if (expr instanceof CheckedExpr.Convert convert
                        && convert.span().file() == file
                        && isImplicit(convert)) {
                    notes.add(note(convert));
                }
            }
        }
        return notes.stream().sorted(Comparator.comparingInt(Note::line)).toList();
    }

    /// A conversion the program asks for has the extent of the call, one it does not ask for that
    /// of the value.
    private static boolean isImplicit(CheckedExpr.Convert convert) {
        return OF_COLLECTIONS.contains(convert.conversion())
                && convert.span().equals(convert.operand().span());
    }

    private static Note note(CheckedExpr.Convert convert) {
        Span place = convert.span();
        String line = place.file().line(place.line());
        return new Note(
                Category.PERF,
                "implicit conversion from %s to %s copies all elements"
                        .formatted(convert.operand().type().spelling(), convert.type().spelling()),
                Response.NONE,
                place.line(),
                line.length() - line.stripLeading().length() + 1);
    }
}
