package coex.cli.program;

import coex.cli.ExitCode;
import coex.language.check.OutputOptions;
import coex.runtime.error.VisibleText;

import java.io.PrintWriter;
import java.util.Optional;

/// `coex --emit-ast FILE` and `coex --emit-ir FILE`: a program as the compiler sees it.
public final class EmitCommand {

    private EmitCommand() {}

    /// Prints the syntax tree of a file.
    public static int ast(String file, PrintWriter out, PrintWriter err)
            throws InterruptedException {
        return DeepStack.call(() -> print(file, Compilation::tree, out, err));
    }

    /// Prints the intermediate form of the program in a file.
    public static int ir(String file, PrintWriter out, PrintWriter err)
            throws InterruptedException {
        return DeepStack.call(
                () ->
                        print(
                                file,
                                compilation -> compilation.check().flatMap(_ -> compilation.ir()),
                                out,
                                err));
    }

    private interface Form {
        Optional<String> of(Compilation compilation);
    }

    private static int print(String file, Form form, PrintWriter out, PrintWriter err) {
        try {
            var compilation =
                    new Compilation(
                            Sources.read(file), OutputOptions.AS_WRITTEN, Reports.text(err));
            Optional<String> text = form.of(compilation);
            text.ifPresent(out::print);
            out.flush();
            return text.isPresent() ? ExitCode.OK : ExitCode.FAILED;
        } catch (SourceProblem problem) {
            err.println("coex: " + VisibleText.line(problem.getMessage()));
            return ExitCode.FAILED;
        }
    }
}
