package coex.cli.program;

import coex.cli.Main;
import coex.language.problem.Palette;
import coex.language.problem.Problem;
import coex.language.problem.Problems;
import coex.language.problem.ReportRenderer;
import coex.runtime.error.VisibleText;

import java.io.PrintWriter;
import java.util.List;

/// Reports for people, in colour if they look at a terminal.
record TextReports(PrintWriter err) implements Reports {

    @Override
    public void print(Problems problems) {
        var renderer = new ReportRenderer(Main.isColoured() ? Palette.COLOURED : Palette.PLAIN);
        List<Problem> mistakes = problems.inOrder();
        List<Problem> warnings = problems.warnings();
        for (Problem problem : mistakes) {
            err.println(renderer.render(problem.report()));
        }
        for (Problem problem : warnings) {
            err.println(renderer.render(problem.report()));
        }
        printCount(mistakes.size(), "problem");
        printCount(warnings.size(), "warning");
        err.flush();
    }

    private void printCount(int count, String what) {
        if (count > 0) {
            err.println(count == 1 ? "1 " + what : count + " " + what + "s");
        }
    }

    @Override
    public void print(String file, String message) {
        err.println("coex: " + VisibleText.line(message));
        err.flush();
    }
}
