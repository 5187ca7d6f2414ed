package coex.cli.program;

import coex.cli.ExitCode;
import coex.cli.HelpOption;
import coex.language.check.OutputOptions;
import coex.runtime.error.VisibleText;
import coex.runtime.launch.BadOptionException;
import coex.runtime.launch.ProgramProcess;
import coex.runtime.launch.RunOption;
import coex.runtime.launch.RunSettings;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.util.ArrayList;
import java.util.List;
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
    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;
    @Mixin private ReportOptions reports;

    @Parameters(
            index = "0",
            paramLabel = "FILE",
            description = "The program; `-` reads it from standard input.")
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
        for (RunOption option : RunOption.values()) {
            var described = OptionSpec.builder(option.word()).description(option.description());
            if (option.isRepeatable()) {
                described.arity("1").type(List.class).auxiliaryTypes(String.class);
            } else if (option.takesValue()) {
                described.arity("1").type(String.class);
            } else {
                described.arity("0").type(boolean.class);
            }
            if (option.takesValue()) {
                described.paramLabel(option.label());
            }
            spec.addOption(described.build());
        }
        OutputSwitch.addTo(spec);
    }

    @Override
    public Integer call() throws InterruptedException {
        var err = spec.commandLine().getErr();
        try {
            RunSettings settings = ProgramProcess.settingsOfEnvironment();
            for (ArgSpec given : spec.commandLine().getParseResult().matchedArgs()) {
                if (given instanceof OptionSpec option) {
                    var run = RunOption.named(option.longestName());
                    if (run.isPresent()) {
                        Object value = option.getValue();
                        for (Object each : value instanceof List<?> all ? all : List.of(value)) {
                            settings = settings.with(run.get(), String.valueOf(each));
                        }
                    }
                }
            }
            OutputOptions output = OutputSwitch.given(spec.commandLine());
            return new ProgramRun(file, arguments, settings, output, reports.areJson()).start(err);
        } catch (BadOptionException e) {
            err.println("coex: " + VisibleText.line(e.getMessage()));
            return ExitCode.USAGE;
        }
    }
}
