package coex.cli.program;

import coex.cli.ExitCode;
import coex.cli.HelpOption;
import coex.language.checked.CheckedProgram;
import coex.runtime.Program;
import coex.runtime.error.VisibleText;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;

/// `coexc`: the compiler with the options of the language reference, section 22. Unlike
/// `coex build` it writes notes into the source, and its exit code tells syntax errors (1) from all
/// others (2).
@Command(
        name = "coexc",
        hidden = true,
        description = "Compiles SOURCE into an executable file.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:success",
            "1:SOURCE has syntax errors",
            "2:anything else is wrong",
            "70:a bug in Coex"
        })
public final class CompilerCommand implements Callable<Integer> {
    private static final int SYNTAX_ERRORS = 1;
    private static final int OTHER_ERRORS = 2;

    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;
    @Mixin private ReportOptions reportOptions;

    @Parameters(index = "0", paramLabel = "SOURCE", description = "The program.")
    private String file;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description =
                    "The file to write; SOURCE without .coex if not given. A name that ends in .o"
                            + " asks for the program's classes alone, in a jar.")
    private String output;

    @Option(names = "--no-commentary", description = "Do not touch the source.")
    private boolean noCommentary;

    @Option(
            names = "--strip-commentary",
            description = "Remove all notes from the source first, and write no new ones.")
    private boolean stripCommentary;

    @Option(
            names = "--commentary-only",
            description = "Bring the notes in the source up to date and do not compile.")
    private boolean commentaryOnly;

    @Option(names = "--emit-ast", description = "Print the syntax tree instead of compiling.")
    private boolean emitAst;

    @Option(
            names = "--emit-ir",
            description = "Print the back end's intermediate form instead of compiling.")
    private boolean emitIr;

    CompilerCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        try {
            return DeepStack.call(() -> compile(reportOptions.printer(err)));
        } catch (UserProblem problem) {
            tell(problem.getMessage());
            return OTHER_ERRORS;
        }
    }

    /// Says something about the file that is no mistake in it.
    private void tell(String message) {
        PrintWriter err = spec.commandLine().getErr();
        if (reportOptions.areJson()) {
            reportOptions.printer(err).print(file, message);
        } else {
            err.println("coexc: " + VisibleText.line(message));
        }
    }

    private int compile(Reports reports) {
        try {
            Path target =
                    emitAst || emitIr || commentaryOnly ? null : Executable.target(file, output);
            if (stripCommentary) {
                SourceNotes.strip(Path.of(file));
            }
            var compilation =
                    new Compilation(
                            Sources.read(file), OutputSwitch.given(spec.commandLine()), reports);
            if (emitAst) {
                return print(compilation.tree(), compilation);
            }
            Optional<CheckedProgram> checked = compilation.check();
            if (checked.isEmpty()) {
                return status(compilation);
            }
            if (emitIr) {
                return print(compilation.ir(), compilation);
            }
            if (!noCommentary && !stripCommentary) {
                updateNotes(checked.get());
            }
            return commentaryOnly ? ExitCode.OK : write(compilation.compile(), target);
        } catch (SourceProblem | OutputProblem problem) {
            throw new UserProblem(problem.getMessage());
        }
    }

    /// A source that cannot be written is compiled all the same, unless its notes are all that is
    /// wanted.
    private void updateNotes(CheckedProgram checked) throws SourceProblem, OutputProblem {
        try {
            SourceNotes.update(Path.of(file), checked);
        } catch (OutputProblem problem) {
            if (commentaryOnly) {
                throw problem;
            }
            tell(problem.getMessage() + "; its notes stay as they are");
        }
    }

    private int write(Optional<Program> program, Path target) throws OutputProblem {
        if (program.isEmpty()) {
            return OTHER_ERRORS;
        }
        Executable executable = Executable.of(program.get());
        if (target.toString().endsWith(".o")) {
            executable.writeClasses(target);
        } else {
            executable.write(target);
        }
        return ExitCode.OK;
    }

    private int print(Optional<String> text, Compilation compilation) {
        if (text.isEmpty()) {
            return status(compilation);
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(text.get());
        out.flush();
        return ExitCode.OK;
    }

    private static int status(Compilation compilation) {
        return compilation.hasSyntaxErrors() ? SYNTAX_ERRORS : OTHER_ERRORS;
    }

    /// Adds the switches for `print` and `debug`.
    public static void addOptions(CommandLine coexc) {
        OutputSwitch.addTo(coexc.getCommandSpec());
        coexc.getHelpSectionMap()
                .put(
                        UsageMessageSpec.SECTION_KEY_SYNOPSIS,
                        help -> withoutParent(help.synopsis(help.synopsisHeadingLength())));
    }

    /// The command is one of `coex` only inside.
    private static String withoutParent(String synopsis) {
        String parent = "coex ";
        return synopsis.replaceFirst(parent, "").replace("\n" + " ".repeat(parent.length()), "\n");
    }
}
