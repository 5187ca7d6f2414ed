package coex.cli.program;

import coex.language.problem.Problem;
import coex.language.problem.Problems;
import coex.language.problem.Report;
import coex.language.source.Span;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

import java.io.PrintWriter;
import java.io.StringWriter;

/// Reports for tools: one line of JSON for each. `docs/language/diagnostics.md` says what is in
/// them.
record JsonReports(PrintWriter err) implements Reports {

    @Override
    public void print(Problems problems) {
        problems.inOrder().forEach(this::print);
        problems.warnings().forEach(this::print);
    }

    private void print(Problem problem) {
        Report report = problem.report();
        line(
                json -> {
                    writePlace(json, report.place());
                    json.writeStringProperty("severity", problem.isWarning() ? "warning" : "error");
                    json.writeStringProperty("code", report.code());
                    json.writeStringProperty("title", report.title());
                    json.writeStringProperty("message", report.message());
                    json.writeArrayPropertyStart("notes");
                    for (Report.Note note : report.notes()) {
                        json.writeStartObject();
                        writePlace(json, note.place());
                        json.writeStringProperty("label", note.label());
                        json.writeEndObject();
                    }
                    json.writeEndArray();
                    if (report.hint().isPresent()) {
                        json.writeStringProperty("hint", report.hint().get());
                    }
                });
    }

    @Override
    public void print(String file, String message) {
        line(
                json -> {
                    json.writeStringProperty("file", file);
                    json.writeStringProperty("message", message);
                });
    }

    private interface Content {
        void writeTo(JsonGenerator json);
    }

    private void line(Content content) {
        var text = new StringWriter();
        try (JsonGenerator json =
                new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            content.writeTo(json);
            json.writeEndObject();
        }
        err.println(text);
        err.flush();
    }

    private static void writePlace(JsonGenerator json, Span place) {
        json.writeStringProperty("file", place.file().name());
        json.writeNumberProperty("line", place.line());
        json.writeNumberProperty("column", place.column());
        json.writeNumberProperty("endLine", place.after().line());
        json.writeNumberProperty("endColumn", place.after().column());
    }
}
