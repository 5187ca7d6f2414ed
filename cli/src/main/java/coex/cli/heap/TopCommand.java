package coex.cli.heap;

import coex.cli.ExitCode;

import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;

/// `coex heap top`: a live view of a heap.
@Command(
        name = "top",
        description = "Shows a heap live; one line per interval if stdout is not a terminal.",
        footer = {
            "",
            "Each interval costs the process one reading of its counters. Shapes are counted by"
                + " walking the heap, for 100 ms at most, every 5 seconds or more seldom, so that"
                + " it takes no more than a twentieth of one core."
        })
final class TopCommand extends HeapSubcommand {
    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            defaultValue = "1",
            description = "How often; ${DEFAULT-VALUE} if not given.")
    private double interval;

    @Option(
            names = "--count",
            paramLabel = "N",
            description = "Stop after N intervals; endless if not given.")
    private Long count;

    @Override
    void checkOptions() {
        if (!(interval >= 0.1 && interval <= 3600)) {
            throw mistake("--interval must be from 0.1 to 3600, not " + interval);
        }
        if (count != null && count < 1) {
            throw mistake("--count must be at least 1, not " + count);
        }
    }

    @Override
    int run(AttachedJvm jvm, String wanted) throws IOException {
        boolean live = isLive();
        TopSampler sampler = new TopSampler(jvm, wanted, live);
        TopLoop loop =
                new TopLoop(
                        sampler,
                        Math.round(interval * 1000),
                        count == null ? Long.MAX_VALUE : count);
        if (!live) {
            loop.printLines(out());
            return ExitCode.OK;
        }
        try (Terminal terminal = TerminalBuilder.builder().system(true).provider("exec").build();
                TopWindow window = new TopWindow(terminal, mayColour())) {
            Thread restore = new Thread(window::close);
            Runtime.getRuntime().addShutdownHook(restore);
            loop.show(window);
            Runtime.getRuntime().removeShutdownHook(restore);
        }
        return ExitCode.OK;
    }

    @Override
    int run(RemoteHeap remote) {
        throw new IllegalStateException("top follows heaps, it is not run for one");
    }

    private static boolean isLive() {
        return System.console() != null
                && System.console().isTerminal()
                && !"dumb".equals(System.getenv("TERM"));
    }

    private static boolean mayColour() {
        String noColour = System.getenv("NO_COLOR");
        return noColour == null || noColour.isEmpty();
    }
}
