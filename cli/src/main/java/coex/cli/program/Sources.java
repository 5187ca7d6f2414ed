package coex.cli.program;

import coex.language.source.NotUtf8Exception;
import coex.language.source.SourceFile;
import coex.language.source.SourceText;
import coex.language.type.ModuleSymbol;
import coex.runtime.error.VisibleText;
import coex.runtime.io.LimitedBytes;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/// Reads source files as the user names them; `-` is standard input.
public final class Sources {

    static final String STANDARD_INPUT = "-";

    /// What was read, by name. Added to by the thread that compiles; read by whoever reports a bug
    /// of ours.
    private static final Map<String, String> TEXTS = new ConcurrentSkipListMap<>();

    private Sources() {}

    /// The sources that this process has read, by name.
    public static Map<String, String> texts() {
        return TEXTS;
    }

    static void remember(SourceFile file) {
        TEXTS.put(file.name(), file.text());
    }

    public static void rememberAll(List<ModuleSymbol> modules) {
        modules.forEach(module -> module.trees().forEach(tree -> remember(tree.file())));
    }

    public static SourceFile read(String name) throws SourceProblem {
        boolean isInput = name.equals(STANDARD_INPUT);
        String named = isInput ? "<stdin>" : name;
        String shown = VisibleText.line(named);
        try {
            byte[] bytes =
                    isInput
                            ? LimitedBytes.of(System.in, LimitedBytes.SOURCE)
                            : LimitedBytes.of(Path.of(name), LimitedBytes.SOURCE);
            var file = new SourceFile(named, SourceText.decode(bytes));
            remember(file);
            return file;
        } catch (NoSuchFileException e) {
            throw new SourceProblem("cannot read %s: there is no such file".formatted(shown));
        } catch (AccessDeniedException e) {
            throw new SourceProblem("cannot read %s: permission denied".formatted(shown));
        } catch (NotUtf8Exception e) {
            throw new SourceProblem(
                    "cannot read %s: %s; sources are UTF-8".formatted(shown, e.getMessage()));
        } catch (IOException e) {
            String why = Files.isDirectory(Path.of(name)) ? "it is a directory" : e.getMessage();
            throw new SourceProblem("cannot read %s: %s".formatted(shown, why));
        }
    }
}
