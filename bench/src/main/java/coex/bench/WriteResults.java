package coex.bench;

import coex.bench.report.ResultsPage;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Makes the page of all results of the files of the runs. `./coex bench results` starts it.
///
/// Arguments are the folder of the runs and the page. The exit code is 1 if a file is not what a
/// run writes, and the page is left as it was.
public final class WriteResults {

    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int USAGE = 2;

    private WriteResults() {}

    static void main(String[] args) {
        System.exit(run(args));
    }

    static int run(String... args) {
        if (args.length != 2) {
            System.err.println("coex bench results: needs the folder of the runs and the page");
            return USAGE;
        }
        Path page = Path.of(args[1]);
        try {
            OutputFile.write(page, ResultsPage.of(Path.of(args[0]), Suite.words()));
            return DONE;
        } catch (NoSuchFileException e) {
            System.err.printf("coex bench results: there is no %s%n", e.getFile());
        } catch (IOException e) {
            System.err.printf("coex bench results: %s%n", e.getMessage());
        }
        return FAILED;
    }
}
