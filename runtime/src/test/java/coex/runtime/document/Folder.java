package coex.runtime.document;

import coex.codegen.CompiledProgram;
import coex.codegen.Compiler;
import coex.language.check.Checker;
import coex.language.check.OutputOptions;
import coex.language.problem.Palette;
import coex.language.problem.Problem;
import coex.language.problem.Problems;
import coex.language.problem.Report;
import coex.language.problem.ReportRenderer;
import coex.language.source.SourceFile;
import coex.language.type.ModuleLoader;
import coex.runtime.ForeignLibrary;
import coex.runtime.Program;
import coex.runtime.TestPrograms;
import coex.runtime.csource.CCompiler;
import coex.runtime.csource.ForeignCache;
import coex.runtime.csource.ForeignParts;
import coex.runtime.library.FileModules;
import coex.runtime.library.PackageLoader;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// The folder in which the programs of a page run, beside the files that the page shows.
final class Folder {

    /// The first line of a block that is a file: `# shapes.coex` or `// net/ffi/src/net.c`.
    private static final Pattern FILE_NAME =
            Pattern.compile("^(?:#|//) ([\\w./-]+\\.(?:coex|toml|c|h))\n");

    private static final Pattern IMPORT = Pattern.compile("^import ", Pattern.MULTILINE);

    /// How a program says that it wants the name of a file.
    private static final Pattern WITH_FILE =
            Pattern.compile("^# coex run \\w+\\.coex FILE$", Pattern.MULTILINE);

    private static final String MANIFEST = "manifest.toml";

    private final Path path;

    Folder(Path path) {
        this.path = path;
    }

    /// What came of a program.
    ///
    /// @param reports what the compiler found; nothing was run then
    record Outcome(List<Report> reports, TestPrograms.Outcome run) {

        /// What a user sees.
        String seen() {
            if (reports.isEmpty()) {
                return run.out() + run.err();
            }
            var renderer = new ReportRenderer(Palette.PLAIN);
            return String.join("\n", reports.stream().map(renderer::render).toList());
        }
    }

    /// Whether a block is a file; it is written then, and packed if it belongs to a package: a
    /// folder with a manifest.
    boolean add(Page.Block block) throws IOException {
        Matcher name = FILE_NAME.matcher(block.content());
        if (!name.find()) {
            return false;
        }
        Path file = path.resolve(name.group(1));
        Files.createDirectories(file.getParent());
        Files.writeString(file, block.content());
        for (Path folder = file.getParent(); !folder.equals(path); folder = folder.getParent()) {
            if (Files.exists(folder.resolve(MANIFEST))) {
                pack(folder);
            }
        }
        return true;
    }

    private static void pack(Path folder) throws IOException {
        Path file = folder.resolveSibling(folder.getFileName() + ".cxz");
        try (var zip = new ZipOutputStream(Files.newOutputStream(file));
                Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
                zip.putNextEntry(new ZipEntry(folder.relativize(each).toString()));
                Files.copy(each, zip);
                zip.closeEntry();
            }
        }
    }

    /// Whether some package here has C sources.
    boolean needsACompiler() throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            return files.anyMatch(file -> file.toString().endsWith(".c"));
        }
    }

    /// Reports show the name, so it has a folder only where imports are to be found.
    private String nameOf(String source) {
        String name = "example.coex";
        return IMPORT.matcher(source).find() ? path.resolve(name).toString() : name;
    }

    Outcome outcome(String source) throws InterruptedException {
        var cache = new ForeignCache(path.resolve("cache"));
        var finder =
                new FileModules(new PackageLoader(new ForeignParts(CCompiler.ofHost(), cache)));
        var problems = new Problems();
        var file = new SourceFile(nameOf(source), source);
        var checked =
                Checker.check(
                        ModuleLoader.load(file, finder, problems),
                        OutputOptions.AS_WRITTEN,
                        problems);
        List<ForeignLibrary> libraries = checked.isEmpty() ? List.of() : finder.libraries(problems);
        if (!problems.isEmpty()) {
            return new Outcome(problems.inOrder().stream().map(Problem::report).toList(), null);
        }
        CompiledProgram compiled = Compiler.compile(checked.get());
        var program =
                new Program(
                        compiled.classes(),
                        compiled.mainClass(),
                        compiled.mainMethod(),
                        compiled.mainParameters(),
                        compiled.hasResult(),
                        libraries);
        List<String> arguments =
                WITH_FILE.matcher(source).find()
                        ? List.of("example", path.resolve("file").toString())
                        : List.of("example");
        return new Outcome(
                List.of(), TestPrograms.run(program, TestPrograms.plain(), "", arguments));
    }
}
