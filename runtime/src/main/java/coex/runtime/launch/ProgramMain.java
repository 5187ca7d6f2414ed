package coex.runtime.launch;

import coex.runtime.ProcessEnd;
import coex.runtime.Program;
import coex.runtime.error.VisibleText;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The main class of programs that `coex build` has made.
///
/// The first argument is the file the program is in and the second the place where it begins there
/// (see [ProgramFile]), the third is its path as it was called, the rest are its arguments. With
/// `-Dcoex.training=true` everything is made ready and `main` is not called: that run shows which
/// classes to cache.
public final class ProgramMain {

    private static final int OWN_WORDS = 2;

    private ProgramMain() {}

    public static void main(String[] words) {
        String name = words[OWN_WORDS];
        ProcessEnd.prepare();
        Thread.setDefaultUncaughtExceptionHandler(
                (_, failure) -> ProcessEnd.with(report(name, words, failure)));
        int status;
        try {
            status = run(words);
        } catch (BadOptionException | ProgramFile.DamagedException e) {
            status = fail(name + ": " + e.getMessage(), e instanceof BadOptionException ? 2 : 1);
        } catch (IOException e) {
            status = fail(name + ": cannot read it or write its libraries: " + e.getMessage(), 1);
        } catch (Throwable failure) {
            status = report(name, words, failure);
        }
        ProcessEnd.with(status);
    }

    private static int report(String name, String[] words, Throwable failure) {
        ProcessEnd.ifOutOfMemory(failure);
        var report = new BugReport(name, "program at " + words[1], Map.of(), failure);
        return report.print(new PrintWriter(System.err, true));
    }

    private static int fail(String message, int status) {
        System.err.println(VisibleText.lines(message));
        return status;
    }

    private static int run(String[] words)
            throws InterruptedException,
                    BadOptionException,
                    IOException,
                    ProgramFile.DamagedException {
        Program program = ProgramFile.read(Path.of(words[0]), Long.parseLong(words[1]));
        List<String> arguments = List.of(words).subList(OWN_WORDS, words.length);
        RunSettings settings = ProgramProcess.settingsOfEnvironment();
        return Boolean.getBoolean("coex.training")
                ? ProgramProcess.prepare(program, settings, arguments)
                : ProgramProcess.run(program, settings, arguments, settings.sandbox().startTime());
    }
}
