package coex.cli.program;

import coex.language.source.NotUtf8Exception;
import coex.language.source.SourceFile;
import coex.language.source.SourceText;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Reads source files as the user names them; `-` is standard input.
final class Sources {

    static final String STANDARD_INPUT = "-";

    private Sources() {}

    static SourceFile read(String name) throws SourceProblem {
        boolean isInput = name.equals(STANDARD_INPUT);
        String shown = isInput ? "<stdin>" : name;
        try {
            byte[] bytes = isInput ? System.in.readAllBytes() : Files.readAllBytes(Path.of(name));
            return new SourceFile(shown, SourceText.decode(bytes));
        } catch (NoSuchFileException e) {
            throw new SourceProblem("cannot read %s: there is no such file".formatted(name));
        } catch (NotUtf8Exception e) {
            throw new SourceProblem(
                    "cannot read %s: %s; sources are UTF-8".formatted(shown, e.getMessage()));
        } catch (IOException e) {
            String why = Files.isDirectory(Path.of(name)) ? "it is a directory" : e.getMessage();
            throw new SourceProblem("cannot read %s: %s".formatted(shown, why));
        }
    }
}
