package coex.cli.program;

import coex.cli.Main;
import coex.language.problem.Palette;
import coex.language.problem.Problem;
import coex.language.problem.Problems;
import coex.language.problem.ReportRenderer;

import java.io.PrintWriter;

/// Prints what is wrong with programs.
public final class Reports {

    private Reports() {}

    public static void print(Problems problems, PrintWriter err) {
        var renderer = new ReportRenderer(Main.isColoured() ? Palette.COLOURED : Palette.PLAIN);
        for (Problem problem : problems.inOrder()) {
            err.println(renderer.render(problem.report()));
        }
        int count = problems.count();
        err.println(count == 1 ? "1 problem" : count + " problems");
        err.flush();
    }
}
