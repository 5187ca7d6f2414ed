package coex.cli.program;

import coex.cli.Main;
import coex.language.problem.Palette;
import coex.language.problem.Problem;
import coex.language.problem.Problems;
import coex.language.problem.ReportRenderer;

import java.io.PrintWriter;

/// Reports for people, in colour if they look at a terminal.
record TextReports(PrintWriter err) implements Reports {

    @Override
    public void print(Problems problems) {
        var renderer = new ReportRenderer(Main.isColoured() ? Palette.COLOURED : Palette.PLAIN);
        for (Problem problem : problems.inOrder()) {
            err.println(renderer.render(problem.report()));
        }
        int count = problems.count();
        err.println(count == 1 ? "1 problem" : count + " problems");
        err.flush();
    }

    @Override
    public void print(String file, String message) {
        err.println("coex: " + message);
        err.flush();
    }
}
