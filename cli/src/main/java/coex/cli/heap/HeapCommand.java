package coex.cli.heap;

import coex.cli.HelpOption;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `coex heap`: looks into heaps of other processes. By itself it lists them.
@Command(
        name = "heap",
        description =
                "Looks into the heaps of running processes; lists them if not told what to do.",
        synopsisSubcommandLabel = "[COMMAND]",
        footer = {
            "",
            "A process is seen if coex run --jmx or coex torture started it, or if its program"
                    + " calls HeapBeans.register(heap), and belongs to the same user."
        })
public final class HeapCommand implements Runnable {
    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;

    /// Adds the commands below `heap`. Done only when `heap` is asked for: the others start faster.
    /// What was set for `heap` before is set for them too.
    public static void addSubcommands(CommandLine heap) {
        heap.addSubcommand(new StatsCommand())
                .addSubcommand(new TopCommand())
                .addSubcommand(new WebCommand())
                .addSubcommand(new DumpCommand())
                .addSubcommand(new HprofCommand())
                .addSubcommand(new VerifyCommand())
                .addSubcommand(new CollectCommand())
                .addSubcommand(new CompactCommand())
                .setOut(heap.getOut())
                .setErr(heap.getErr())
                .setColorScheme(heap.getColorScheme())
                .setParameterExceptionHandler(heap.getParameterExceptionHandler())
                .setExecutionExceptionHandler(heap.getExecutionExceptionHandler());
    }

    @Override
    public void run() {
        RunningHeaps.print(spec.commandLine().getOut());
    }
}
