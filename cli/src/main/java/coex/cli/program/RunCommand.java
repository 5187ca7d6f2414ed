package coex.cli.program;

import coex.cli.ExitCode;
import coex.cli.HelpOption;
import coex.language.check.OutputOptions;
import coex.runtime.error.VisibleText;
import coex.runtime.launch.BadOptionException;
import coex.runtime.launch.RunSettings;
import coex.runtime.project.Project;
import coex.runtime.project.ProjectProblem;
import coex.runtime.sandbox.TimeLimit;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/// `coex run` for those who ask for help, or whose arguments have to be explained; [ProgramRun]
/// does it.
@Command(
        name = "run",
        description = {
            "Compiles a program and runs it. The exit code is the program's.",
            "",
            "Options stand before FILE; what follows it is the program's. Options for the heap are"
                    + " also taken from the environment variable COEX_OPTIONS."
        })
public final class RunCommand implements Callable<Integer> {
    private static final int MOST_PORT = 65_535;

    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;
    @Mixin private ReportOptions reports;

    // The launcher reads these too: only the start of a JVM can let a debugger in.

    @Option(
            names = "--debug",
            description =
                    "Wait for a debugger on port 5005 of this machine, and keep variables so that"
                            + " it can show them.")
    private boolean debug;

    @Option(
            names = "--debug-port",
            paramLabel = "PORT",
            description = "The same on another port; with 0 on any, which standard output tells.")
    private Integer debugPort;

    @Option(
            names = "--debug-connect",
            paramLabel = "PORT",
            description = "The same with a debugger that listens on a port of this machine.")
    private Integer debugConnect;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "FILE",
            description =
                    "The program; `-` reads it from standard input. A folder is a project; without"
                            + " one it is the project that the current folder is in.")
    private String file;

    @Parameters(
            index = "1..*",
            paramLabel = "ARGUMENT",
            description = "What the program gets as `args`.")
    private List<String> arguments = new ArrayList<>();

    RunCommand() {}

    /// Adds what [ProgramRun] understands, so that there is one list of options.
    public static void addOptions(CommandLine run) {
        run.setStopAtPositional(true);
        CommandSpec spec = run.getCommandSpec();
        RunOptionWords.addTo(spec, _ -> true);
        OutputSwitch.addTo(spec);
    }

    @Override
    public Integer call() throws InterruptedException {
        var err = spec.commandLine().getErr();
        try {
            RunSettings settings = RunOptionWords.given(spec.commandLine());
            OutputOptions output = OutputSwitch.given(spec.commandLine());
            Optional<TimeLimit> time = settings.sandbox().startTime();
            GivenProgram program = GivenProgram.of(file, settings.sandbox().permissions());
            return new ProgramRun(
                            program.file(),
                            arguments,
                            settings,
                            output,
                            purpose(),
                            program.dependencies(),
                            reports.areJson())
                    .start(err, time);
        } catch (ProjectProblem problem) {
            err.println("coex: " + problem.getMessage());
            return file == null && !Project.isAround(Path.of(""))
                    ? ExitCode.USAGE
                    : ExitCode.FAILED;
        } catch (BadOptionException e) {
            err.println("coex: " + VisibleText.line(e.getMessage()));
            return ExitCode.USAGE;
        }
    }

    private Compilation.Purpose purpose() {
        requirePort("--debug-port", debugPort, 0);
        requirePort("--debug-connect", debugConnect, 1);
        return debug || debugPort != null || debugConnect != null
                ? Compilation.Purpose.DEBUGGING
                : Compilation.Purpose.RUNNING;
    }

    private void requirePort(String option, Integer port, int least) {
        if (port != null && (port < least || port > MOST_PORT)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "%s: a port from %d to %d is needed: %d"
                            .formatted(option, least, MOST_PORT, port));
        }
    }
}
