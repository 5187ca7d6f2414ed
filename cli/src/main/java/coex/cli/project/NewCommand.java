package coex.cli.project;

import coex.cli.ExitCode;
import coex.cli.HelpOption;
import coex.runtime.error.VisibleText;
import coex.runtime.io.WholeFile;
import coex.runtime.library.FileModules;
import coex.runtime.project.Project;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/// `coex new`: makes a folder with a project that runs and has a test.
@Command(
        name = "new",
        description = "Makes a folder with a new project: a program, or a library, with a test.")
public final class NewCommand implements Callable<Integer> {

    private static final String MAIN =
            """
            import greeting

            func main() -> int
                print(greeting.greet("world"))
                return 0
            ~
            """;

    private static final String MODULE =
            """
            # What is said to somebody.
            formula greet(name: string) -> string
                return "Hello, " + name + "!"
            ~
            """;

    private static final String TEST =
            """
            import MODULE
            import testing

            func test_greet()
                testing.equal(MODULE.greet("Ann"), "Hello, Ann!")
            ~
            """;

    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "The project, and the folder that is made for it.")
    private String path;

    @Option(names = "--lib", description = "A library, which others import.")
    private boolean isLibrary;

    NewCommand() {}

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        String name = path.substring(path.lastIndexOf('/') + 1);
        Optional<String> why = whyNoName(name);
        if (why.isPresent()) {
            err.println(
                    "coex: '%s' is no name for a %s: %s"
                            .formatted(
                                    VisibleText.line(name),
                                    isLibrary ? "library" : "project",
                                    why.get()));
            return ExitCode.USAGE;
        }
        Path folder = Path.of(path);
        if (Files.exists(folder)) {
            err.println("coex: there is a %s already".formatted(VisibleText.line(path)));
            return ExitCode.FAILED;
        }
        try {
            for (Map.Entry<String, String> file : files(name).entrySet()) {
                Path target = folder.resolve(file.getKey());
                Files.createDirectories(target.getParent());
                Files.writeString(target, file.getValue());
            }
        } catch (IOException e) {
            err.println(
                    "coex: cannot write %s: %s"
                            .formatted(VisibleText.line(path), WholeFile.reason(e)));
            return ExitCode.FAILED;
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(
                isLibrary
                        ? "%s is a library; `coex test` in it runs its test".formatted(name)
                        : "%s is a program; `coex run` in it runs it, `coex test` its test"
                                .formatted(name));
        out.flush();
        return ExitCode.OK;
    }

    /// A library with the name of a module that comes with Coex would hide it, also from its own
    /// test.
    private Optional<String> whyNoName(String name) {
        return isLibrary && FileModules.ofTheRuntime().contains(name)
                ? Optional.of("a module that comes with Coex has it")
                : Project.whyNoName(name);
    }

    private Map<String, String> files(String name) {
        var files = new LinkedHashMap<String, String>();
        String module = isLibrary ? name : "greeting";
        String entry = isLibrary ? name : "main";
        files.put(
                Project.FILE_NAME,
                """
                name = "%s"
                version = "0.1.0"
                entry = "src/%s.coex"

                [dependencies]
                """
                        .formatted(name, entry));
        if (!isLibrary) {
            files.put("src/main.coex", MAIN);
        }
        files.put("src/%s.coex".formatted(module), MODULE);
        files.put("src/%s_test.coex".formatted(module), TEST.replace("MODULE", module));
        return files;
    }
}
