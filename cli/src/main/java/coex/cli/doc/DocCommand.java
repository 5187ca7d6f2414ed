package coex.cli.doc;

import coex.cli.ExitCode;
import coex.cli.HelpOption;
import coex.cli.Main;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

/// `coex doc`: shows the guide, the reference, the pages of problems and the library, and what the
/// comments of a file say. What reads Markdown is loaded only when it is used.
@Command(
        name = "doc",
        description = {
            "Shows the guide, the reference, problems and the library.",
            "",
            "For example: coex doc guide, coex doc list.append, coex doc T014, coex doc select,"
                    + " coex doc math, coex doc FILE.coex"
        })
public final class DocCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;

    @Option(
            names = "--html",
            paramLabel = "DIR",
            description = "Write everything as web pages into a folder.")
    private String folder;

    @Parameters(
            arity = "0..*",
            paramLabel = "THING",
            description = "What to show; with --html, files to add pages of.")
    private List<String> things = List.of();

    DocCommand() {}

    /// Writes the manual as web pages into a folder.
    public static void writeSite(Path folder) throws IOException {
        new HtmlSite(Manual.shipped()).write(folder);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var documents =
                new Documents(
                        spec.commandLine().getOut(),
                        spec.commandLine().getErr(),
                        Main.isColoured());
        boolean isDone;
        if (folder != null) {
            isDone = documents.write(folder, things);
        } else if (things.size() > 1) {
            // a title may have several words
            isDone = documents.show(String.join(" ", things));
        } else {
            isDone = documents.show(things.isEmpty() ? "coex" : things.getFirst());
        }
        spec.commandLine().getOut().flush();
        return isDone ? ExitCode.OK : ExitCode.FAILED;
    }
}
