package coex.cli.program;

import coex.cli.ExitCode;
import coex.cli.HelpOption;
import coex.gc.HeapOptions;
import coex.language.source.SourceFile;
import coex.runtime.Program;
import coex.runtime.ProgramRunner;
import coex.runtime.RunOptions;
import coex.runtime.io.StandardStreams;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/// `coex run`: compiles a program and runs it. The exit code is the program's.
@Command(name = "run", description = "Compiles a program and runs it.")
public final class RunCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;

    @Parameters(
            index = "0",
            paramLabel = "FILE",
            description = "The program; `-` reads it from standard input.")
    private String file;

    @Parameters(
            index = "1..*",
            paramLabel = "ARGUMENT",
            description = "What the program gets as `args`.")
    private List<String> arguments = new ArrayList<>();

    RunCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        var err = spec.commandLine().getErr();
        SourceFile source;
        try {
            source = Sources.read(file);
        } catch (SourceProblem problem) {
            err.println("coex: " + problem.getMessage());
            return ExitCode.FAILED;
        }
        Optional<Program> program = Compilation.compile(source, err);
        return program.isEmpty() ? ExitCode.FAILED : run(program.get());
    }

    private int run(Program program) throws InterruptedException {
        var all = new ArrayList<String>();
        all.add(file);
        all.addAll(arguments);
        var options =
                RunOptions.of(
                        HeapOptions.builder().name("program").build(),
                        StandardStreams.ofProcess(),
                        all);
        return ProgramRunner.run(program, options);
    }
}
