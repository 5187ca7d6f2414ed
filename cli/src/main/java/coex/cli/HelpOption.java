package coex.cli;

import picocli.CommandLine.Option;

/// `--help` for subcommands; the version is asked of `coex` itself.
public final class HelpOption {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help message and exit.")
    private boolean asked;
}
