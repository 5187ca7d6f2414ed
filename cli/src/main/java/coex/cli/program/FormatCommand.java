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
import picocli.CommandLine.ParameterException;
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

    @Option(
            names = "--diff",
            description = "Change nothing; print what would change, and fail if there is anything.")
    private boolean showDifference;

    @Option(names = "--stdin", description = "From standard input to standard output, as `-`.")
    private boolean isFilter;

    @Parameters(
            arity = "0..*",
            paramLabel = "FILE",
            description =
                    "What to format; all .coex files of a directory; `-` goes from standard input"
                            + " to standard output.")
    private List<String> names = List.of();

    FormatCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        if (isFilter == !names.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    isFilter
                            ? "--stdin takes no files"
                            : "Missing required parameter: 'FILE', or --stdin");
        }
        int status = ExitCode.OK;
        for (String name : isFilter ? List.of(Sources.STANDARD_INPUT) : names) {
            boolean isFine = DeepStack.call(() -> formatAll(name));
            status = isFine ? status : ExitCode.FAILED;
        }
        return status;
    }

    private boolean formatAll(String name) {
        boolean areFine = true;
        try {
            for (String file : SourcePaths.of(name)) {
                areFine &= format(file);
            }
        } catch (SourceProblem problem) {
            options.printer(spec.commandLine().getErr()).print(name, problem.getMessage());
            return false;
        }
        return areFine;
    }

    /// Whether the file has its layout now, or had it if nothing is to be changed.
    private boolean format(String file) {
        Reports reports = options.printer(spec.commandLine().getErr());
        try {
            SourceFile source = Sources.read(file);
            var problems = new Problems();
            Optional<String> formatted = Formatter.format(source, problems);
            if (formatted.isEmpty()) {
                reports.print(problems);
                return false;
            }
            return use(source, formatted.get(), file);
        } catch (SourceProblem problem) {
            reports.print(file, problem.getMessage());
        } catch (IOException e) {
            reports.print(file, "cannot write %s: %s".formatted(file, WholeFile.reason(e)));
        }
        return false;
    }

    private boolean use(SourceFile source, String formatted, String file) throws IOException {
        boolean isChanged = !formatted.equals(source.text());
        boolean changesNothing = checkOnly || showDifference;
        if (file.equals(Sources.STANDARD_INPUT) && !changesNothing) {
            print(formatted);
            return true;
        }
        if (!isChanged) {
            return true;
        }
        if (!changesNothing) {
            WholeFile.write(Path.of(file), formatted);
        }
        String shown = VisibleText.line(source.name());
        print(
                showDifference
                        ? UnifiedDiff.between(shown, source.text(), formatted)
                        : shown + System.lineSeparator());
        return !changesNothing;
    }

    private void print(String text) {
        var out = spec.commandLine().getOut();
        out.print(text);
        out.flush();
    }
}
