package coex.cli.project;

import coex.cli.ExitCode;
import coex.cli.HelpOption;
import coex.runtime.project.Project;
import coex.runtime.project.ProjectProblem;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.nio.file.Path;
import java.util.concurrent.Callable;

/// `coex lock`: accepts the packages of a project as they are now.
@Command(
        name = "lock",
        description = "Writes coex.lock anew: the packages of a project, with their hashes.")
public final class LockCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;

    @Parameters(
            arity = "0..1",
            paramLabel = "DIR",
            description = "A folder in the project; the current one if none is given.")
    private String folder = "";

    LockCommand() {}

    @Override
    public Integer call() {
        try {
            Project.around(Path.of(folder)).lock();
            return ExitCode.OK;
        } catch (ProjectProblem problem) {
            spec.commandLine().getErr().println("coex: " + problem.getMessage());
            return ExitCode.FAILED;
        }
    }
}
