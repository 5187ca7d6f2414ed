package coex.cli.program;

import coex.cli.ExitCode;
import coex.cli.HelpOption;
import coex.language.format.Formatter;
import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.runtime.error.VisibleText;
import coex.runtime.io.WholeFile;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/// `coex fmt`: gives files their one layout. Files with syntax errors stay as they are.
@Command(name = "fmt", description = "Gives files their one layout.")
public final class FormatCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;
    @Mixin private ReportOptions options;

    @Option(
            names = "--check",
            description =
                    "Change nothing; name the files that would change, and fail if there are any.")
    private boolean checkOnly;

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "What to format; `-` goes from standard input to standard output.")
    private List<String> files;

    FormatCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        int status = ExitCode.OK;
        for (String file : files) {
            boolean isFine = DeepStack.call(() -> format(file));
            status = isFine ? status : ExitCode.FAILED;
        }
        return status;
    }

    /// Whether the file has its layout now, or had it if nothing is to be changed.
    private boolean format(String file) {
        var err = spec.commandLine().getErr();
        var out = spec.commandLine().getOut();
        Reports reports = options.printer(err);
        try {
            SourceFile source = Sources.read(file);
            var problems = new Problems();
            Optional<String> formatted = Formatter.format(source, problems);
            if (formatted.isEmpty()) {
                reports.print(problems);
                return false;
            }
            if (file.equals(Sources.STANDARD_INPUT) && !checkOnly) {
                out.print(formatted.get());
                out.flush();
                return true;
            }
            boolean isChanged = !formatted.get().equals(source.text());
            if (isChanged && !checkOnly) {
                WholeFile.write(Path.of(file), formatted.get());
            }
            if (isChanged) {
                out.println(VisibleText.line(source.name()));
                out.flush();
            }
            return !(isChanged && checkOnly);
        } catch (SourceProblem problem) {
            reports.print(file, problem.getMessage());
        } catch (IOException e) {
            reports.print(file, "cannot write %s: %s".formatted(file, WholeFile.reason(e)));
        }
        return false;
    }
}
