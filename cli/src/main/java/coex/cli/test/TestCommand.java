package coex.cli.test;

import coex.cli.ExitCode;
import coex.cli.HelpOption;
import coex.cli.program.Reports;
import coex.cli.program.RunOptionWords;
import coex.cli.program.SourceProblem;
import coex.runtime.error.VisibleText;
import coex.runtime.io.FileObserver;
import coex.runtime.io.WholeFile;
import coex.runtime.launch.BadOptionException;
import coex.runtime.launch.ProgramProcess;
import coex.runtime.launch.RunOption;
import coex.runtime.launch.RunSettings;
import coex.runtime.library.Dependencies;
import coex.runtime.project.Project;
import coex.runtime.project.ProjectProblem;
import coex.runtime.sandbox.Permissions;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/// `coex test`: runs the functions `test_...` of files.
@Command(
        name = "test",
        description = {
            "Runs the functions `test_...` of files, each by itself.",
            "",
            "A test is a func without parameters and result. It fails if it ends with a runtime"
                    + " error, as an assertion of the module `testing` does that does not hold."
        })
public final class TestCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;

    @Parameters(
            arity = "0..*",
            paramLabel = "FILE",
            description =
                    "Files, and folders with files. If none are given, the project that the current"
                            + " folder is in, or else the current folder.")
    private List<String> names = List.of();

    @Option(
            names = "--filter",
            paramLabel = "TEXT",
            description = "Run the tests whose names contain TEXT.")
    private String filter = "";

    @Option(
            names = "--jobs",
            paramLabel = "COUNT",
            description =
                    "How many tests run at the same time; as many as processors if not given.")
    private int jobs = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--watch",
            description = "Run again whenever a file changes, comes or goes, until Ctrl-C.")
    private boolean watches;

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "Write the results to FILE, in the form of JUnit's XML.")
    private Path junit;

    @Option(names = "--coverage", description = "Tell which lines were run.")
    private boolean coverage;

    @Option(
            names = "--coverage-html",
            paramLabel = "DIR",
            description = "Write pages that show which lines were run into DIR.")
    private Path coveragePages;

    @Option(names = "--alone", hidden = true)
    private String alone;

    @Option(names = "--end", hidden = true)
    private Path end;

    @Option(names = "--in", hidden = true)
    private Path projectOfChild;

    /// The project whose tests are run, if they are of one.
    private Optional<Project> project = Optional.empty();

    TestCommand() {}

    /// Adds the options of runs that concern the program's heap, and what it may do.
    public static void addOptions(CommandLine test) {
        RunOptionWords.addTo(test.getCommandSpec(), TestCommand::isForTests);
    }

    private static boolean isForTests(RunOption option) {
        return switch (option) {
            case GC_LOG, GC_TRACE, JFR, STATS, JMX -> false;
            default -> true;
        };
    }

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        if (jobs < 1) {
            throw new ParameterException(
                    spec.commandLine(), "--jobs: '%d' is no number from 1 on".formatted(jobs));
        }
        try {
            RunSettings settings = RunOptionWords.given(spec.commandLine());
            return alone != null ? runAlone(settings) : runAll(settings);
        } catch (BadOptionException e) {
            err.println("coex: " + VisibleText.line(e.getMessage()));
            return ExitCode.USAGE;
        } catch (ProjectProblem problem) {
            err.println("coex: " + problem.getMessage());
            return ExitCode.FAILED;
        } catch (SourceProblem problem) {
            err.println("coex: " + problem.getMessage());
            return ExitCode.USAGE;
        } catch (IOException e) {
            String file = e instanceof FileSystemException known ? " " + known.getFile() : "";
            err.println(
                    "coex: cannot write%s: %s"
                            .formatted(
                                    VisibleText.line(file), VisibleText.line(WholeFile.reason(e))));
            return ExitCode.FAILED;
        }
    }

    private int runAll(RunSettings settings)
            throws InterruptedException,
                    IOException,
                    BadOptionException,
                    ProjectProblem,
                    SourceProblem {
        while (true) {
            var watch = new SourceWatch();
            try {
                project = project(settings, watch);
                if (watch.changed().isPresent()) { // `coex.lock` has been written
                    watch = new SourceWatch();
                    project = project(settings, watch);
                }
                int status = runOnce(settings, watch);
                if (!watches) {
                    return status;
                }
            } catch (ProjectProblem | SourceProblem problem) {
                if (!watches) {
                    throw problem;
                }
                PrintWriter err = spec.commandLine().getErr();
                err.println("coex: " + problem.getMessage());
                err.flush();
            }
            SourceWatch.Change change = watch.awaitChange();
            PrintWriter out = spec.commandLine().getOut();
            out.println(
                    "\n-- " + VisibleText.line(change.file().toString()) + " " + change.words());
            out.flush();
        }
    }

    private List<String> paths() {
        return names.isEmpty()
                ? List.of(project.map(known -> known.path().resolve(".").toString()).orElse("."))
                : names;
    }

    /// A project is tested as a whole; a file that is named belongs to none.
    private Optional<Project> project(RunSettings settings, FileObserver observer)
            throws ProjectProblem {
        Permissions permissions = settings.sandbox().permissions();
        try {
            Path here = Path.of(names.size() == 1 ? names.getFirst() : "");
            boolean isMeant =
                    names.isEmpty()
                            ? Project.isAround(here, observer)
                            : names.size() == 1 && Project.isIn(here, observer);
            return isMeant
                    ? Optional.of(Project.checked(here, permissions, observer))
                    : Optional.empty();
        } catch (InvalidPathException _) {
            return Optional.empty(); // it is no file either
        }
    }

    private Imports imports(RunSettings settings, FileObserver observer) {
        return new Imports(
                settings.sandbox().permissions(),
                project.<Dependencies>map(known -> known).orElse(Dependencies.NONE),
                observer);
    }

    private int runOnce(RunSettings settings, SourceWatch watch)
            throws InterruptedException, IOException, BadOptionException, SourceProblem {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Optional<LineCoverage> lines =
                coverage || coveragePages != null
                        ? Optional.of(new LineCoverage())
                        : Optional.empty();
        TestSuite suite =
                TestSuite.compile(
                        watch.filesOf(paths()),
                        name -> name.contains(filter),
                        imports(settings, watch),
                        lines,
                        Reports.text(err));
        suite.notes().forEach(note -> err.println("coex: note: " + VisibleText.line(note)));
        err.flush();
        if (suite.tests().isEmpty() && suite.broken().isEmpty()) {
            err.println(
                    filter.isEmpty()
                            ? "coex: there are no tests: no function `test_...` in %d files"
                                    .formatted(suite.files())
                            : "coex: there are no tests whose names contain '%s'"
                                    .formatted(VisibleText.line(filter)));
            err.flush();
            return ExitCode.USAGE;
        }
        var children = ChildProcesses.ofCommand(childOptions(), lines, project.map(Project::path));
        List<TestResult> results =
                suite.run(new TestRun(settings, children), jobs, new ResultLines(out));
        if (junit != null) {
            write(junit, () -> Files.writeString(junit, JunitReport.of(results, suite.broken())));
        }
        if (coverage) {
            out.println();
            CoverageText.of(lines.orElseThrow().covered()).forEach(out::println);
            out.flush();
        }
        if (coveragePages != null) {
            write(
                    coveragePages,
                    () -> CoverageHtml.write(lines.orElseThrow().covered(), coveragePages));
        }
        boolean allPassed = results.stream().allMatch(TestResult::passed);
        return allPassed && suite.broken().isEmpty() ? ExitCode.OK : ExitCode.FAILED;
    }

    private interface Writing {
        void run() throws IOException;
    }

    /// Writes a file or folder that somebody has named.
    ///
    /// @throws FileSystemException with that name, if it cannot be written
    private static void write(Path named, Writing writing) throws FileSystemException {
        try {
            writing.run();
        } catch (IOException e) {
            throw new FileSystemException(named.toString(), null, WholeFile.reason(e));
        }
    }

    // One test in a process of its own

    private List<String> childOptions() {
        var words = new ArrayList<>(RunOptionWords.words(spec.commandLine()));
        boolean hasTime =
                words.stream().anyMatch(word -> word.startsWith(RunOption.TIME_MAX.word()));
        if (!hasTime) {
            words.add(RunOption.TIME_MAX.word() + "=" + TestRun.TIME);
        }
        return words;
    }

    private int runAlone(RunSettings settings)
            throws InterruptedException, IOException, BadOptionException, ProjectProblem {
        project =
                projectOfChild == null ? Optional.empty() : Optional.of(Project.of(projectOfChild));
        Optional<LineCoverage> lines =
                coverage ? Optional.of(new LineCoverage()) : Optional.empty();
        var time = settings.sandbox().startTime();
        TestFile file =
                TestFile.compile(
                        names.getFirst(),
                        alone::equals,
                        imports(settings, FileObserver.NONE),
                        lines,
                        Reports.text(spec.commandLine().getErr()));
        if (file.tests().isEmpty()) {
            return ExitCode.FAILED;
        }
        int status =
                ProgramProcess.run(
                        file.tests().getFirst().program(), settings, List.of("test"), time);
        if (lines.isPresent()) {
            lines.get().write(end);
        } else {
            Files.createFile(end);
        }
        return status;
    }
}
