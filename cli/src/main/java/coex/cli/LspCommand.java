package coex.cli;

import coex.cli.doc.BuiltInTexts;
import coex.runtime.launch.LaterModule;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;

/// `coex lsp`: the language server, for editors. It is in a folder and a module layer of its own,
/// so that no other command starts the later for it.
@Command(
        name = "lsp",
        description = "Serves editors by the language server protocol, on stdin and stdout.")
final class LspCommand implements Callable<Integer> {
    private static final String MODULE = "coex.lsp";
    private static final String MAIN = "coex.lsp.server.LanguageServerProcess";

    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;

    @Option(
            names = "--stdio",
            description =
                    "Changes nothing: standard streams are the only way. Some editors say it.")
    private boolean stdio;

    LspCommand() {}

    @Override
    public Integer call() throws ReflectiveOperationException {
        Optional<Class<?>> server = LaterModule.find("lsp", MODULE, MAIN);
        if (server.isEmpty()) {
            spec.commandLine()
                    .getErr()
                    .println("coex: no language server here; start with ./coex to build it");
            return ExitCode.FAILED;
        }
        return (Integer)
                server.get().getMethod("run", Function.class).invoke(null, new BuiltInTexts());
    }
}
