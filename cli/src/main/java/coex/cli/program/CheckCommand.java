package coex.cli.program;

import coex.cli.ExitCode;
import coex.cli.HelpOption;
import coex.language.check.Checker;
import coex.language.problem.Problems;
import coex.language.type.ModuleLoader;
import coex.runtime.library.FileModules;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.util.List;
import java.util.concurrent.Callable;

/// `coex check`: reports what is wrong with files, and runs nothing. They need no `main`.
@Command(name = "check", description = "Reports what is wrong with files, and runs nothing.")
public final class CheckCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;
    @Mixin private ReportOptions options;

    @Option(
            names = "--warnings-as-errors",
            description =
                    "Fail also for warnings, which say what is allowed and probably not meant.")
    private boolean warningsAreErrors;

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "What to check; all .coex files of a directory.")
    private List<String> names;

    CheckCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        Reports reports = options.printer(spec.commandLine().getErr());
        int status = ExitCode.OK;
        for (String name : names) {
            boolean areRight = DeepStack.call(() -> areRight(name, reports));
            status = areRight ? status : ExitCode.FAILED;
        }
        return status;
    }

    private boolean areRight(String name, Reports reports) {
        boolean areRight = true;
        try {
            for (String file : SourcePaths.of(name)) {
                areRight &= isRight(file, reports);
            }
        } catch (SourceProblem problem) {
            reports.print(name, problem.getMessage());
            return false;
        }
        return areRight;
    }

    private boolean isRight(String file, Reports reports) {
        Problems problems = Problems.withAdvice();
        try {
            var source = Sources.read(file);
            Checker.check(ModuleLoader.load(source, new FileModules(), problems), problems);
        } catch (SourceProblem problem) {
            reports.print(file, problem.getMessage());
            return false;
        }
        reports.print(problems);
        return problems.isEmpty() && !(warningsAreErrors && !problems.warnings().isEmpty());
    }
}
