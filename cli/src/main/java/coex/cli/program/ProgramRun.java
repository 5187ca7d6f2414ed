package coex.cli.program;

import coex.cli.ExitCode;
import coex.language.check.OutputOptions;
import coex.language.source.SourceFile;
import coex.runtime.Program;
import coex.runtime.error.VisibleText;
import coex.runtime.launch.BadOptionException;
import coex.runtime.launch.OptionWord;
import coex.runtime.launch.ProgramProcess;
import coex.runtime.launch.RunSettings;
import coex.runtime.library.Dependencies;
import coex.runtime.sandbox.Permissions;
import coex.runtime.sandbox.TimeLimit;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One `coex run`: a program, its arguments, and what was asked of the run.
///
/// It uses nothing of picocli, whose classes cannot be kept ready for the next start.
///
/// @param purpose what it is compiled for
/// @param dependencies of the project it belongs to
/// @param json whether mistakes are reported for tools
public record ProgramRun(
        String file,
        List<String> arguments,
        RunSettings settings,
        OutputOptions output,
        Compilation.Purpose purpose,
        Dependencies dependencies,
        boolean json) {

    /// The run that the words of a command line ask for; null if they are no `run`, or contain what
    /// has to be explained.
    public static ProgramRun ofPlainArguments(String[] words) {
        if (words.length < 2 || !words[0].equals("run")) {
            return null;
        }
        try {
            RunSettings settings = ProgramProcess.settingsOfEnvironment();
            OutputOptions output = OutputOptions.AS_WRITTEN;
            boolean json = false;
            int next = 1;
            while (next < words.length && isOption(words[next])) {
                OptionWord option = OptionWord.at(words, next);
                if (option != null) {
                    settings = settings.with(option.option(), option.value());
                    next += option.length();
                } else if (words[next].equals(ReportOptions.JSON)) {
                    json = true;
                    next++;
                } else {
                    output = OutputSwitch.apply(words[next], output);
                    if (output == null) {
                        return null;
                    }
                    next++;
                }
            }
            if (next == words.length || Files.isDirectory(Path.of(words[next]))) {
                return null; // a project
            }
            List<String> rest = List.of(words).subList(next + 1, words.length);
            return new ProgramRun(
                    words[next],
                    rest,
                    settings,
                    output,
                    Compilation.Purpose.RUNNING,
                    Dependencies.NONE,
                    json);
        } catch (BadOptionException | InvalidPathException e) {
            return null;
        }
    }

    private static boolean isOption(String word) {
        return word.startsWith("-") && !word.equals(Sources.STANDARD_INPUT);
    }

    /// Compiles the program and runs it. The exit code is the program's.
    public int start(PrintWriter err) throws InterruptedException {
        return start(err, settings.sandbox().startTime());
    }

    /// @param time that runs already, if it is limited
    int start(PrintWriter err, Optional<TimeLimit> time) throws InterruptedException {
        Permissions permissions = settings.sandbox().permissions();
        Reports reports = json ? new JsonReports(err) : new TextReports(err);
        SourceFile source;
        try {
            source = Sources.read(file);
        } catch (SourceProblem problem) {
            reports.print(file, problem.getMessage());
            return ExitCode.FAILED;
        }
        Optional<Program> program =
                Compilation.compile(source, purpose, output, permissions, dependencies, reports);
        if (program.isEmpty()) {
            return ExitCode.FAILED;
        }
        var all = new ArrayList<String>();
        all.add(file);
        all.addAll(arguments);
        try {
            return ProgramProcess.run(program.get(), settings, all, time);
        } catch (BadOptionException e) {
            err.println("coex: " + VisibleText.line(e.getMessage()));
            return ExitCode.USAGE;
        }
    }
}
