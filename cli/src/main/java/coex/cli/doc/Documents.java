package coex.cli.doc;

import coex.cli.program.DeepStack;
import coex.cli.program.Reports;
import coex.cli.program.SourceProblem;
import coex.cli.program.Sources;
import coex.language.problem.Problems;
import coex.language.syntax.Parser;
import coex.language.syntax.SourceTree;
import coex.runtime.error.VisibleText;
import coex.runtime.io.WholeFile;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Does what `coex doc` is asked for.
final class Documents {

    private static final String SOURCE = ".coex";

    private final PrintWriter out;
    private final PrintWriter err;
    private final TerminalText terminal;

    Documents(PrintWriter out, PrintWriter err, boolean isColoured) {
        this.out = out;
        this.err = err;
        this.terminal = new TerminalText(isColoured ? Colours.ANSI : Colours.NONE);
    }

    /// Shows one thing; false if there is no such thing.
    boolean show(String wanted) throws IOException, InterruptedException {
        if (wanted.endsWith(SOURCE) || isFile(wanted)) {
            Optional<Page> page = pageOf(wanted);
            page.ifPresent(found -> out.print(terminal.page(found)));
            return page.isPresent();
        }
        Manual manual = Manual.shipped();
        var lookup = new Lookup(manual);
        List<Lookup.Entry> found = lookup.find(wanted);
        if (found.size() == 1) {
            out.print(terminal.entry(found.getFirst()));
            return true;
        }
        if (found.size() > 1) {
            out.println("`%s` is one of these:".formatted(VisibleText.line(wanted)));
            found.forEach(entry -> out.println("    coex doc " + entry.name() + place(entry)));
            return true;
        }
        explain(wanted, lookup);
        return false;
    }

    private static String place(Lookup.Entry entry) {
        return "    (%s)".formatted(entry.page().title());
    }

    private void explain(String wanted, Lookup lookup) {
        String shown = VisibleText.line(wanted);
        err.println("coex: there is nothing called '%s' in the documents".formatted(shown));
        List<String> meant = lookup.similar(wanted);
        if (!meant.isEmpty()) {
            err.println(
                    "Did you mean: "
                            + String.join(" or ", meant.stream().map("coex doc "::concat).toList())
                            + "?");
            return;
        }
        List<Lookup.Entry> mentions = lookup.mentions(wanted);
        if (!mentions.isEmpty()) {
            err.println("It is mentioned here:");
            mentions.forEach(
                    entry ->
                            err.println(
                                    "    coex doc %s    (%s)"
                                            .formatted(entry.name(), entry.title())));
        } else {
            err.println("`coex doc` alone shows what there is.");
        }
    }

    private static boolean isFile(String wanted) {
        try {
            return wanted.contains("/") && Files.isRegularFile(Path.of(wanted));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /// Writes everything as web pages; false if something is wrong with a file or the folder.
    boolean write(String folder, List<String> files) throws IOException, InterruptedException {
        var own = new ArrayList<Page>();
        for (String file : files) {
            Optional<Page> page = pageOf(file);
            if (page.isEmpty()) {
                return false;
            }
            own.add(page.get());
        }
        Manual manual = Manual.shipped().with(own);
        try {
            int count = new HtmlSite(manual).write(Path.of(folder));
            out.println(
                    "%d pages: %s"
                            .formatted(
                                    count,
                                    VisibleText.line(
                                            Path.of(folder).resolve("index.html").toString())));
            return true;
        } catch (InvalidPathException e) {
            err.println(
                    "coex: cannot write %s: no name of a folder"
                            .formatted(VisibleText.line(folder)));
        } catch (IOException e) {
            err.println(
                    "coex: cannot write %s: %s"
                            .formatted(
                                    VisibleText.line(folder),
                                    VisibleText.lines(WholeFile.reason(e))));
        }
        return false;
    }

    /// The page of a source; empty if it cannot be read or is no Coex, which is reported.
    private Optional<Page> pageOf(String file) throws InterruptedException {
        Reports reports = Reports.text(err);
        try {
            var source = Sources.read(file);
            var problems = new Problems();
            SourceTree tree = DeepStack.call(() -> Parser.parse(source, problems));
            if (!problems.isEmpty()) {
                reports.print(problems);
                return Optional.empty();
            }
            return Optional.of(Manual.ownPage(tree));
        } catch (SourceProblem problem) {
            reports.print(file, problem.getMessage());
            return Optional.empty();
        }
    }
}
