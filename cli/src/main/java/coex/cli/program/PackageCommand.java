package coex.cli.program;

import coex.cli.ExitCode;
import coex.cli.HelpOption;
import coex.runtime.error.VisibleText;
import coex.runtime.io.WholeFile;
import coex.runtime.library.PackageException;
import coex.runtime.library.UserPackages;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.util.List;

/// `coex pkg`: looks after the user's packages.
@Command(
        name = "pkg",
        description = "Looks after packages that all your programs can import.",
        synopsisSubcommandLabel = "COMMAND")
public final class PackageCommand implements Runnable {
    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;

    PackageCommand() {}

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing what to do with packages");
    }

    @Command(
            name = "install",
            description = {
                "Puts packages where all your programs find them, in place of others of the same"
                        + " names.",
                "",
                "Packages are files; nothing is fetched from anywhere."
            })
    int install(
            @Mixin HelpOption help,
            @Parameters(
                            arity = "1..*",
                            paramLabel = "PACKAGE",
                            description =
                                    "A file, or a name if NAME.cxz is here, in ./lib or in"
                                            + " /usr/local/lib/coex.")
                    List<String> wanted) {
        int status = ExitCode.OK;
        UserPackages packages = UserPackages.ofUser();
        for (String target : wanted) {
            try {
                UserPackages.Installed installed = packages.install(target);
                spec.commandLine()
                        .getOut()
                        .printf(
                                "%s %s: %s%n",
                                VisibleText.line(installed.loaded().name()),
                                VisibleText.line(installed.loaded().version()),
                                VisibleText.line(installed.file().toString()));
            } catch (PackageException e) {
                status = fail(e.getMessage());
            } catch (IOException e) {
                status = fail("cannot install %s: %s".formatted(target, WholeFile.reason(e)));
            }
        }
        spec.commandLine().getOut().flush();
        return status;
    }

    private int fail(String message) {
        spec.commandLine().getErr().println("coex: " + VisibleText.lines(message));
        return ExitCode.FAILED;
    }
}
