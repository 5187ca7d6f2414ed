package coex.cli.program;

import coex.cli.ExitCode;
import coex.cli.HelpOption;
import coex.language.check.Checker;
import coex.language.problem.Problems;
import coex.language.type.ModuleLoader;
import coex.runtime.library.Dependencies;
import coex.runtime.library.FileModules;
import coex.runtime.project.Project;
import coex.runtime.project.ProjectProblem;
import coex.runtime.sandbox.FileAccess;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
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
            arity = "0..*",
            paramLabel = "FILE",
            description =
                    "What to check; all .coex files of a directory. Without one it is the project"
                            + " that the current folder is in.")
    private List<String> names = List.of();

    CheckCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        Reports reports = options.printer(spec.commandLine().getErr());
        if (names.isEmpty()) {
            return projectHere(reports);
        }
        int status = ExitCode.OK;
        for (String name : names) {
            boolean areRight = DeepStack.call(() -> areRight(name, reports));
            status = areRight ? status : ExitCode.FAILED;
        }
        return status;
    }

    private int projectHere(Reports reports) throws InterruptedException {
        Path here = Path.of("");
        try {
            Project project = Project.compared(here);
            String folder = project.path().toString();
            boolean areRight = DeepStack.call(() -> areRight(folder, project, reports));
            return areRight ? ExitCode.OK : ExitCode.FAILED;
        } catch (ProjectProblem problem) {
            reports.print(Project.FILE_NAME, problem.getMessage());
            return Project.isAround(here) ? ExitCode.FAILED : ExitCode.USAGE;
        }
    }

    private boolean areRight(String name, Reports reports) {
        try {
            return areRight(name, dependencies(name), reports);
        } catch (ProjectProblem problem) {
            reports.print(name, problem.getMessage());
            return false;
        }
    }

    /// A project is checked as a whole; a file that is named belongs to none.
    private static Dependencies dependencies(String name) throws ProjectProblem {
        try {
            Path path = Path.of(name);
            return Project.isIn(path) ? Project.compared(path) : Dependencies.NONE;
        } catch (InvalidPathException _) {
            return Dependencies.NONE; // it is no file either
        }
    }

    private boolean areRight(String name, Dependencies dependencies, Reports reports) {
        boolean areRight = true;
        try {
            for (String file : SourcePaths.of(name)) {
                areRight &= isRight(file, dependencies, reports);
            }
        } catch (SourceProblem problem) {
            reports.print(name, problem.getMessage());
            return false;
        }
        return areRight;
    }

    private boolean isRight(String file, Dependencies dependencies, Reports reports) {
        Problems problems = Problems.withAdvice();
        try {
            var source = Sources.read(file);
            var finder = new FileModules(FileAccess.ALL, dependencies);
            Checker.check(ModuleLoader.load(source, finder, problems), problems);
        } catch (SourceProblem problem) {
            reports.print(file, problem.getMessage());
            return false;
        }
        reports.print(problems);
        return problems.isEmpty() && !(warningsAreErrors && !problems.warnings().isEmpty());
    }
}
