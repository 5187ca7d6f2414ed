package coex.cli;

import coex.cli.doc.DocCommand;
import coex.cli.heap.HeapCommand;
import coex.cli.program.BuildCommand;
import coex.cli.program.CheckCommand;
import coex.cli.program.CompilerCommand;
import coex.cli.program.EmitCommand;
import coex.cli.program.FormatCommand;
import coex.cli.program.PackageCommand;
import coex.cli.program.RunCommand;
import coex.cli.project.LockCommand;
import coex.cli.project.NewCommand;
import coex.cli.repl.ReplCommand;
import coex.cli.test.TestCommand;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.util.concurrent.Callable;

/// The `coex` command, which [Launch] starts. It reads the arguments, runs the subcommand they
/// name, and turns what happened into an [ExitCode]. Results go to stdout, everything else to
/// stderr.
@Command(
        name = "coex",
        description = "Runs Coex programs, and looks after the heaps they run on.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        subcommands = {
            RunCommand.class,
            BuildCommand.class,
            TestCommand.class,
            CheckCommand.class,
            CompilerCommand.class,
            FormatCommand.class,
            ReplCommand.class,
            NewCommand.class,
            LockCommand.class,
            DocCommand.class,
            LspCommand.class,
            PlayCommand.class,
            DebugAdapterCommand.class,
            PackageCommand.class,
            BenchCommand.class,
            HeapCommand.class,
            SoakCommand.class,
            TortureCommand.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:success",
            "1:what was run or checked failed",
            "2:the arguments make no sense",
            "70:a bug in Coex"
        })
public final class Main implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
            names = "--emit-ast",
            paramLabel = "FILE",
            description = "Print the syntax tree of a program.")
    private String emitAst;

    @Option(
            names = "--emit-ir",
            paramLabel = "FILE",
            description = "Print a program in the back end's intermediate form.")
    private String emitIr;

    private Main() {}

    static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new Main());
        RunCommand.addOptions(commandLine.getSubcommands().get("run"));
        PlayCommand.addOptions(commandLine.getSubcommands().get("play"));
        TestCommand.addOptions(commandLine.getSubcommands().get("test"));
        CompilerCommand.addOptions(commandLine.getSubcommands().get("coexc"));
        return commandLine
                .setExpandAtFiles(false) // a file called @x is one
                .setColorScheme(CommandLine.Help.defaultColorScheme(colour()))
                .setParameterExceptionHandler(new UsageMistake())
                .setExecutionExceptionHandler(
                        (failure, command, _) -> BugReport.of(failure).print(command.getErr()));
    }

    /// Like `execute`, but an `Error` is reported as an exception is.
    static int run(CommandLine commandLine, String... args) {
        try {
            if (args.length > 0 && args[0].equals("heap")) {
                HeapCommand.addSubcommands(commandLine.getSubcommands().get("heap"));
            }
            return commandLine.execute(args);
        } catch (Throwable failure) {
            return BugReport.of(failure).print(commandLine.getErr());
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        var out = spec.commandLine().getOut();
        var err = spec.commandLine().getErr();
        if (emitAst != null) {
            return EmitCommand.ast(emitAst, out, err);
        }
        if (emitIr != null) {
            return EmitCommand.ir(emitIr, out, err);
        }
        throw new ParameterException(spec.commandLine(), "Missing command");
    }

    private static Ansi colour() {
        return isColoured() ? Ansi.ON : Ansi.OFF;
    }

    /// Whether the user looks at a terminal and likes colours.
    public static boolean isColoured() {
        String noColour = System.getenv("NO_COLOR");
        boolean terminal = System.console() != null && System.console().isTerminal();
        return terminal && (noColour == null || noColour.isEmpty());
    }

    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {
                "coex %s (JDK %s)".formatted(ofCoex(), System.getProperty("java.version"))
            };
        }

        /// Maven has javac record it in the module descriptor.
        static String ofCoex() {
            return Main.class.getModule().getDescriptor().rawVersion().orElse("(version unknown)");
        }
    }
}
