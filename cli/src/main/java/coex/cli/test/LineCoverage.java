package coex.cli.test;

import coex.codegen.LineProbes;
import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.source.Span;
import coex.language.syntax.Decl;
import coex.language.syntax.Lexer;
import coex.language.syntax.SourceTree;
import coex.language.syntax.Token;
import coex.language.type.ModuleSymbol;
import coex.runtime.LineHits;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Which lines of the tested files were run. Tests themselves are not counted, nor are the library
/// and packages.
///
/// The thread that compiles numbers lines; the one that reports asks when all tests have ended.
final class LineCoverage implements LineProbes {

    /// A file and its lines that can be run.
    ///
    /// @param lines whether each was run
    record Covered(SourceFile source, SortedMap<Integer, Boolean> lines) {
        int count() {
            return lines.size();
        }

        int run() {
            return (int) lines.values().stream().filter(wasRun -> wasRun).count();
        }
    }

    /// By normalized path.
    private final Map<String, Measured> files = new TreeMap<>();

    private record Measured(SourceTree tree, Set<Integer> lines, Map<Integer, Integer> numbers) {}

    /// Counts the lines of modules that are files.
    void measure(List<ModuleSymbol> modules) {
        for (ModuleSymbol module : modules) {
            if (!module.isStandard() && !module.isPackage()) {
                for (SourceTree tree : module.trees()) {
                    if (Files.isRegularFile(Path.of(tree.file().name()))) {
                        files.putIfAbsent(keyOf(tree.file().name()), measured(tree));
                    }
                }
            }
        }
    }

    private static String keyOf(String source) {
        return Path.of(source).normalize().toString();
    }

    private static Measured measured(SourceTree tree) {
        var lines = new HashSet<Integer>();
        for (Decl.Function function : functions(tree)) {
            if (!function.name().text().startsWith(TestFile.PREFIX)) {
                Span span = function.span();
                int last = span.file().lineOf(Math.max(span.start(), span.end() - 1));
                for (int line = span.line(); line <= last; line++) {
                    lines.add(line);
                }
            }
        }
        return new Measured(tree, lines, new TreeMap<>());
    }

    private static List<Decl.Function> functions(SourceTree tree) {
        var functions = new ArrayList<Decl.Function>();
        for (Decl declaration : tree.declarations()) {
            switch (declaration) {
                case Decl.Function function -> functions.add(function);
                case Decl.Type type -> functions.addAll(type.methods());
                case Decl.Matrix matrix -> functions.addAll(matrix.formulas());
                case Decl.Extern _, Decl.Trait _ -> {}
            }
        }
        return functions;
    }

    @Override
    public int number(String source, int line) {
        Measured file = files.get(keyOf(source));
        return file == null || !file.lines().contains(line)
                ? SILENT
                : file.numbers().computeIfAbsent(line, _ -> LineHits.reserve());
    }

    /// What was run, by file.
    List<Covered> covered() {
        return files.values().stream().map(LineCoverage::covered).toList();
    }

    private static Covered covered(Measured file) {
        var lines = new TreeMap<Integer, Boolean>();
        file.numbers().forEach((line, number) -> lines.put(line, LineHits.isHit(number)));
        for (Decl.Function function : functions(file.tree())) {
            Span span = function.span();
            int last = span.file().lineOf(Math.max(span.start(), span.end() - 1));
            boolean isCompiled = !lines.subMap(span.line(), last + 1).isEmpty();
            if (!isCompiled && file.lines().contains(span.line())) {
                linesWithCode(span).forEach(line -> lines.put(line, false));
            }
        }
        return new Covered(file.tree().file(), lines);
    }

    /// The lines of a generic function that nobody calls: there is no code of it.
    private static Set<Integer> linesWithCode(Span function) {
        var lines = new HashSet<Integer>();
        for (Token token : Lexer.read(function.file(), new Problems()).tokens()) {
            boolean isInside =
                    function.start() <= token.span().start() && token.span().end() < function.end();
            boolean isCode =
                    switch (token.kind()) {
                        case NEWLINE, TILDE, END, ELSE, END_OF_FILE -> false;
                        default -> true;
                    };
            if (isInside && isCode) {
                lines.add(token.span().line());
            }
        }
        return lines;
    }

    // Between processes

    /// Leaves what was run to the process that asked for it.
    void write(Path file) throws IOException {
        var text = new StringBuilder();
        files.forEach(
                (name, measured) ->
                        measured.numbers()
                                .forEach(
                                        (line, number) -> {
                                            if (LineHits.isHit(number)) {
                                                text.append(line).append(' ').append(name);
                                                text.append('\n');
                                            }
                                        }));
        Files.writeString(file, text);
    }

    /// Counts what another process has left. Any thread may call.
    void read(Path file) throws IOException {
        for (String line : Files.readAllLines(file)) {
            int blank = line.indexOf(' ');
            Measured known = blank < 0 ? null : files.get(line.substring(blank + 1));
            Integer number =
                    known == null
                            ? null
                            : known.numbers().get(Integer.parseInt(line.substring(0, blank)));
            if (number != null) {
                LineHits.hit(number);
            }
        }
    }
}
