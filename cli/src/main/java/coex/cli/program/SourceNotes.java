package coex.cli.program;

import coex.language.checked.CheckedProgram;
import coex.language.commentary.Analyses;
import coex.language.commentary.Commentary;
import coex.language.commentary.ConversionNotes;
import coex.language.commentary.Merge;
import coex.language.commentary.Note;
import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.syntax.Parser;
import coex.language.syntax.SourceTree;
import coex.runtime.io.WholeFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The compiler's notes in a source file, section 18 of the language reference. Notes that were
/// answered `off` are remembered in a file beside the source, `.NAME.off`, one identity a line.
final class SourceNotes {

    private SourceNotes() {}

    /// Removes all notes.
    static void strip(Path file) throws SourceProblem, OutputProblem {
        String before = Sources.read(file.toString()).text();
        writeIfChanged(file, before, Commentary.extract(before).text());
    }

    /// Brings the notes of a file without mistakes up to date.
    ///
    /// @param program what is in the file
    static void update(Path file, CheckedProgram program) throws SourceProblem, OutputProblem {
        String before = Sources.read(file.toString()).text();
        Commentary old = Commentary.extract(before);
        SourceTree tree = Parser.parse(new SourceFile(file.toString(), old.text()), new Problems());
        Set<String> suppressed = suppressed(file);
        List<Note> found = new ArrayList<>(Analyses.of(tree));
        found.addAll(old.inText(ConversionNotes.of(program)));
        Merge merge = Merge.of(old.notes(), found, suppressed);
        // First the list: an answer that is in neither file would be lost.
        if (!merge.suppressed().equals(suppressed)) {
            write(listOf(file), String.join("\n", merge.suppressed()) + "\n");
        }
        writeIfChanged(file, before, Commentary.write(old.text(), merge.kept()));
    }

    private static Path listOf(Path file) {
        return file.resolveSibling("." + file.getFileName() + ".off");
    }

    private static Set<String> suppressed(Path file) throws SourceProblem {
        Path list = listOf(file);
        try {
            return Files.exists(list)
                    ? new LinkedHashSet<>(Files.readAllLines(list))
                    : new LinkedHashSet<>();
        } catch (IOException e) {
            throw new SourceProblem("cannot read %s: %s".formatted(list, e.getMessage()));
        }
    }

    private static void writeIfChanged(Path file, String before, String after)
            throws OutputProblem {
        if (!after.equals(before)) {
            write(file, after);
        }
    }

    private static void write(Path file, String text) throws OutputProblem {
        try {
            WholeFile.write(file, text);
        } catch (IOException e) {
            throw new OutputProblem("cannot write %s: %s".formatted(file, WholeFile.reason(e)));
        }
    }
}
