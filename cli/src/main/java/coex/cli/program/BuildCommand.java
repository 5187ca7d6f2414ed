package coex.cli.program;

import coex.cli.ExitCode;
import coex.cli.HelpOption;
import coex.language.check.OutputOptions;
import coex.language.source.SourceFile;
import coex.runtime.Program;
import coex.runtime.error.VisibleText;
import coex.runtime.project.Project;
import coex.runtime.project.ProjectProblem;
import coex.runtime.sandbox.Permissions;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;

/// `coex build`: compiles a program into one file that can be run.
@Command(
        name = "build",
        description = {
            "Compiles a program into one executable file, which runs wherever a JDK 25 is.",
            "",
            "What is asked of `coex run` with options is asked of the file with the environment"
                    + " variable COEX_OPTIONS, for example COEX_OPTIONS='--heap-max 64m --stats'."
        })
public final class BuildCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;
    @Mixin private ReportOptions reports;

    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            description =
                    "The program; `-` reads it from standard input. A folder is a project; without"
                            + " one it is the project that the current folder is in.")
    private String file;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description =
                    "The file to write; FILE without .coex if not given, or the project's name in"
                            + " its folder.")
    private String output;

    BuildCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        try {
            GivenProgram given = GivenProgram.of(file, Permissions.ALL);
            String named =
                    given.project()
                            .map(project -> project.path().resolve(project.name()).toString())
                            .filter(_ -> output == null)
                            .orElse(output);
            Path target = Executable.target(given.file(), named);
            if (output == null && Files.isSymbolicLink(target)) {
                throw new OutputProblem(
                        "cannot write %s: it is a link to another file; `-o` says which file is meant"
                                .formatted(target));
            }
            SourceFile source = Sources.read(given.file());
            Optional<Program> program =
                    Compilation.compile(
                            source,
                            OutputOptions.AS_WRITTEN,
                            Permissions.ALL,
                            given.dependencies(),
                            reports.printer(err));
            if (program.isEmpty()) {
                return ExitCode.FAILED;
            }
            Executable.of(program.get()).write(target);
            return ExitCode.OK;
        } catch (ProjectProblem problem) {
            err.println("coex: " + problem.getMessage());
            return file == null && !Project.isAround(Path.of(""))
                    ? ExitCode.USAGE
                    : ExitCode.FAILED;
        } catch (SourceProblem | OutputProblem problem) {
            err.println("coex: " + VisibleText.line(problem.getMessage()));
            return ExitCode.FAILED;
        }
    }
}
