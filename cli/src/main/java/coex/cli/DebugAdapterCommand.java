package coex.cli;

import coex.runtime.launch.LaterModule;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.util.Optional;
import java.util.concurrent.Callable;

/// `coex debug-adapter`: runs programs for an editor that debugs them.
@Command(
        name = "debug-adapter",
        description = "Serves editors by the debug adapter protocol, on stdin and stdout.")
final class DebugAdapterCommand implements Callable<Integer> {
    private static final String MODULE = "coex.lsp";
    private static final String MAIN = "coex.lsp.debug.DebugAdapterProcess";

    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;

    @Option(
            names = "--stdio",
            description =
                    "Changes nothing: standard streams are the only way. Some editors say it.")
    private boolean stdio;

    DebugAdapterCommand() {}

    @Override
    public Integer call() throws ReflectiveOperationException {
        Optional<Class<?>> server = LaterModule.find("lsp", MODULE, MAIN);
        if (server.isEmpty()) {
            spec.commandLine()
                    .getErr()
                    .println("coex: no debug adapter here; start with ./coex to build it");
            return ExitCode.FAILED;
        }
        return (Integer) server.get().getMethod("run").invoke(null);
    }
}
