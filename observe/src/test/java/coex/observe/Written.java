package coex.observe;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/// Reports as strings, lines and trees.
final class Written {

    static final JsonMapper JSON = JsonMapper.builder().build();

    private Written() {}

    static String text(Report report) {
        try {
            StringBuilder out = new StringBuilder();
            report.writeText(out);
            return out.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> lines(Report report) {
        return text(report).lines().toList();
    }

    static JsonNode json(Report report) {
        try {
            StringBuilder out = new StringBuilder();
            report.writeJson(out);
            return JSON.readTree(out.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
