package coex.cli.test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Line coverage as pages: one for each file, and a table of all.
final class CoverageHtml {

    private static final String HEAD =
            """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>%s</title><style>
            body { font: 15px sans-serif; margin: 2em; color: #222; background: #fff }
            table { border-collapse: collapse } td, th { padding: 0 .8em; text-align: left }
            td.number { text-align: right; color: #777 }
            .text td { font: 13px monospace; white-space: pre }
            .run { background: #dff5df } .missing { background: #fbdcdc }
            </style></head><body><h1>%s</h1>
            """;

    private static final String END = "</table></body></html>\n";

    private CoverageHtml() {}

    static void write(List<LineCoverage.Covered> files, Path folder) throws IOException {
        Files.createDirectories(folder);
        var index = new StringBuilder(HEAD.formatted("Coverage", "Coverage"));
        index.append("<table><tr><th>file</th><th>lines run</th><th>%</th></tr>\n");
        for (int i = 0; i < files.size(); i++) {
            LineCoverage.Covered file = files.get(i);
            String page = "file" + (i + 1) + ".html";
            Files.writeString(folder.resolve(page), page(file));
            index.append(
                    "<tr><td><a href=\"%s\">%s</a></td><td class=\"number\">%d/%d</td><td class=\"number\">%s</td></tr>\n"
                            .formatted(
                                    page,
                                    escaped(file.source().name()),
                                    file.run(),
                                    file.count(),
                                    CoverageText.percent(file.run(), file.count())));
        }
        Files.writeString(folder.resolve("index.html"), index.append(END));
    }

    private static String page(LineCoverage.Covered file) {
        String name = escaped(file.source().name());
        var page = new StringBuilder(HEAD.formatted(name, name));
        page.append("<p><a href=\"index.html\">all files</a>: ");
        page.append("%d of %d lines were run</p>\n".formatted(file.run(), file.count()));
        page.append("<table class=\"text\">\n");
        for (int line = 1; line <= file.source().lineCount(); line++) {
            Boolean wasRun = file.lines().get(line);
            String kind = wasRun == null ? "" : wasRun ? "run" : "missing";
            page.append(
                    "<tr id=\"%d\" class=\"%s\"><td class=\"number\">%d</td><td>%s</td></tr>\n"
                            .formatted(line, kind, line, escaped(file.source().line(line))));
        }
        return page.append(END).toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
