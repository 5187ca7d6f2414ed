package coex.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.Callable;

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
        Path folder = Path.of(System.getProperty("coex.dist", ""), "lsp");
        if (!Files.isDirectory(folder)) {
            spec.commandLine()
                    .getErr()
                    .printf(
                            "coex: no language server in %s; start with ./coex to build it%n",
                            folder);
            return ExitCode.FAILED;
        }
        return (Integer) serverIn(folder).getMethod("run").invoke(null);
    }

    private static Class<?> serverIn(Path folder) throws ClassNotFoundException {
        ModuleLayer boot = ModuleLayer.boot();
        Configuration configuration =
                boot.configuration()
                        .resolve(ModuleFinder.of(folder), ModuleFinder.of(), Set.of(MODULE));
        ModuleLayer layer =
                boot.defineModulesWithOneLoader(configuration, LspCommand.class.getClassLoader());
        return layer.findLoader(MODULE).loadClass(MAIN);
    }
}
