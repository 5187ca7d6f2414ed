package coex.cli;

import coex.cli.doc.DocCommand;
import coex.cli.program.RunOptionWords;
import coex.runtime.error.VisibleText;
import coex.runtime.launch.BadOptionException;
import coex.runtime.launch.LaterModule;
import coex.runtime.launch.RunOption;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/// `coex play`: a page in the browser in which one writes programs and runs them.
@Command(
        name = "play",
        description = {
            "Opens an editor for programs in the browser: with problems as you type, the guide"
                    + " beside it, the output, and the heap while the program runs.",
            "",
            "Programs run in a sandbox, each in a process of its own. The options say what they may"
                    + " do and have beyond that. Ctrl+C ends the page."
        })
final class PlayCommand implements Callable<Integer> {
    private static final String MODULE = "coex.web";
    private static final String PAGE = "coex.web.PlayPage";
    private static final int MOST_PORT = 65_535;

    /// What a person may allow a program, or limit.
    private static final Set<RunOption> WANTED =
            Set.of(
                    RunOption.HEAP_MAX,
                    RunOption.ALLOW_READ,
                    RunOption.ALLOW_WRITE,
                    RunOption.ALLOW_ENV,
                    RunOption.ALLOW_FFI,
                    RunOption.JVM_MAX,
                    RunOption.STACK_MAX,
                    RunOption.TIME_MAX,
                    RunOption.TASKS_MAX,
                    RunOption.OUTPUT_MAX);

    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "Where the page is served; any free port if not given.")
    private int port;

    @Option(names = "--no-browser", description = "Only print the link, and open no browser.")
    private boolean isQuiet;

    PlayCommand() {}

    static void addOptions(CommandLine play) {
        RunOptionWords.addTo(play.getCommandSpec(), WANTED::contains);
    }

    @Override
    public Integer call() throws IOException, InterruptedException, ReflectiveOperationException {
        if (port < 0 || port > MOST_PORT) {
            throw new ParameterException(
                    spec.commandLine(), "--port must be from 1 to 65535, not " + port);
        }
        try {
            RunOptionWords.check(spec.commandLine());
        } catch (BadOptionException e) {
            spec.commandLine().getErr().println("coex: " + VisibleText.line(e.getMessage()));
            return ExitCode.USAGE;
        }
        Optional<Class<?>> page = LaterModule.find("web", MODULE, PAGE);
        String launcher = System.getProperty("coex.launcher");
        if (page.isEmpty() || launcher == null) {
            spec.commandLine().getErr().println("coex: the page is not here; start with ./coex");
            return ExitCode.FAILED;
        }
        Path files = Files.createTempDirectory("coex-play-");
        try {
            DocCommand.writeSite(Files.createDirectory(files.resolve("manual")));
            return serve(page.get(), launcher, files);
        } finally {
            delete(files);
        }
    }

    /// @param files a folder of this command's own; the manual is in it
    private int serve(Class<?> page, String launcher, Path files)
            throws InterruptedException, ReflectiveOperationException {
        AutoCloseable opened;
        try {
            opened =
                    (AutoCloseable)
                            page.getMethod(
                                            "open",
                                            int.class,
                                            List.class,
                                            List.class,
                                            Path.class,
                                            Path.class)
                                    .invoke(
                                            null,
                                            port,
                                            List.of("env", "COEX_NO_BUILD=1", launcher),
                                            RunOptionWords.words(spec.commandLine()),
                                            files.resolve("manual").toRealPath(),
                                            Path.of(System.getProperty("coex.dist"), "examples"));
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof BindException taken) {
                spec.commandLine()
                        .getErr()
                        .printf(
                                "coex: cannot serve at port %d: %s%n",
                                port, VisibleText.line(taken.getMessage()));
                return ExitCode.FAILED;
            }
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(
                                () -> {
                                    closeQuietly(opened);
                                    delete(files);
                                }));
        String link = page.getMethod("link").invoke(opened).toString();
        spec.commandLine().getOut().println(link);
        spec.commandLine().getOut().flush();
        if (!isQuiet) {
            BrowserPage.open(link, files);
        }
        new CountDownLatch(1).await(); // until a signal ends the process
        return ExitCode.OK;
    }

    private static void closeQuietly(AutoCloseable page) {
        try {
            page.close();
        } catch (Exception _) {
            // the process ends anyway
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException _) {
            // already gone, or in a folder for temporary files
        }
    }
}
