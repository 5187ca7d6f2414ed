package coex.bench;

import coex.bench.report.ComparisonPage;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Makes the page with charts of the files of the runs. `./coex bench report` starts it.
///
/// Arguments are the folder of the runs and the page. The exit code is 1 if a file is not what a
/// run writes, and the page is left as it was.
public final class WriteReport {

    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int USAGE = 2;

    private WriteReport() {}

    static void main(String[] args) {
        System.exit(run(args));
    }

    static int run(String... args) {
        if (args.length != 2) {
            System.err.println("coex bench report: needs the folder of the runs and the page");
            return USAGE;
        }
        Path page = Path.of(args[1]);
        try {
            OutputFile.write(page, ComparisonPage.of(Path.of(args[0]), Suite.words()));
            System.out.println(page);
            return DONE;
        } catch (NoSuchFileException e) {
            System.err.printf("coex bench report: there is no %s%n", e.getFile());
        } catch (IOException e) {
            System.err.printf("coex bench report: %s%n", e.getMessage());
        }
        return FAILED;
    }
}
