import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Puts together what `./coex` starts: all jars in one folder, rewritten to start fast, and in two
/// others what only the language server and the pages for browsers need.
/// With `bin/coex`, which is `./coex` without its build, the folder is a distribution: it can be
/// copied anywhere, and needs only a JDK.
///
/// Run by the build: `java Dist.java FOLDER BUILD-TIME JAR CLASS-PATH MODULE`. Old files are
/// deleted, not overwritten, so that a coex that is running keeps its jars. The file `built` is as
/// old as the start of the build: `./coex` builds again when a source is newer.
final class Dist {

    private static final String FROM = "# --- shared with built programs, from here ---\n";
    private static final String TO = "# --- to here ---\n";
    private static final String BUILD_FROM = "# --- the build, only in a checkout, from here ---\n";
    private static final String BUILD_TO = "# --- the build, to here ---\n";

    /// What takes the place of the build where there is nothing to build.
    private static final String NO_BUILD =
            """
            # Sets `dist` to the folder that this one is in.
            find_dist() {
                dist=${root%/*}
            }
            """;

    private Dist() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        deleteAll(folder);
        Path lib = Files.createDirectories(folder.resolve("lib"));
        copy(Path.of(arguments[2]), lib);
        for (String part : arguments[3].split(File.pathSeparator)) {
            if (part.endsWith(".jar")) {
                copy(Path.of(part), lib);
            }
        }
        Path ours = Path.of(arguments[4]);
        Notice.check(ours.resolveSibling("NOTICE"), lib);
        for (String terms : List.of("LICENSE", "NOTICE")) {
            Files.copy(ours.resolveSibling(terms), folder.resolve(terms));
        }
        Files.copy(ours.resolve("src/build/README.md"), folder.resolve("README.md"));
        moveLater("coex.lsp", lib, Files.createDirectories(folder.resolve("lsp")));
        moveLater("coex.web", lib, Files.createDirectories(folder.resolve("web")));
        PlainSwitches.rewriteJarsIn(lib);
        Files.copy(ours.resolve("src/build/coex/training.coex"), folder.resolve("training.coex"));
        String launcher = Files.readString(ours.resolveSibling("coex"));
        Files.writeString(folder.resolve("launcher.sh"), part(launcher, FROM, TO));
        Path bin = Files.createDirectory(folder.resolve("bin"));
        writeCommand(
                bin.resolve("coex"),
                launcher.replace(
                        BUILD_FROM + part(launcher, BUILD_FROM, BUILD_TO) + BUILD_TO, NO_BUILD));
        writeCommand(bin.resolve("coexc"), Files.readString(ours.resolveSibling("coexc")));
        copyExamples(ours.resolveSibling("examples/coex"), folder.resolve("examples"));
        Path built = Files.createFile(folder.resolve("built"));
        Files.setLastModifiedTime(built, FileTime.from(Instant.parse(arguments[1])));
    }

    /// What `coex play` offers to begin with.
    private static void copyExamples(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".coex")).toList()) {
                copy(file, to);
            }
        }
    }

    /// What is between two lines of a script.
    private static String part(String script, String from, String to) throws IOException {
        int start = script.indexOf(from);
        int end = script.indexOf(to, start);
        if (start < 0 || end < start) {
            throw new IOException("no part of the launcher: from=" + from.strip());
        }
        return script.substring(start + from.length(), end);
    }

    private static void writeCommand(Path file, String script) throws IOException {
        Files.writeString(file, script);
        if (!file.toFile().setExecutable(true, false)) {
            throw new IOException("cannot be made executable: file=" + file);
        }
    }

    /// Moves what only this module needs to a folder of its own, from where it is loaded when it is
    /// wanted; the JVM would look at each jar in `lib` at every start of every program.
    private static void moveLater(String module, Path lib, Path own) throws IOException {
        Set<Path> always = jarsFor("coex.cli", lib);
        for (Path jar : jarsFor(module, lib)) {
            if (!always.contains(jar)) {
                Files.move(jar, own.resolve(jar.getFileName()));
            }
        }
    }

    /// The jars in `lib` that a module needs, itself among them.
    private static Set<Path> jarsFor(String module, Path lib) {
        return ModuleLayer.boot()
                .configuration()
                .resolveAndBind(ModuleFinder.of(lib), ModuleFinder.of(), Set.of(module))
                .modules()
                .stream()
                .map(found -> Path.of(found.reference().location().orElseThrow()))
                .collect(Collectors.toSet());
    }

    private static void copy(Path jar, Path folder) throws IOException {
        Files.copy(jar, folder.resolve(jar.getFileName()));
    }

    private static void deleteAll(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> files = Files.walk(folder)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : all) {
            Files.delete(file);
        }
    }
}
