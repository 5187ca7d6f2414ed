package coex.bench.report;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Reads the files that [Results#toJson] makes, in folders called `<date>-<commit>`, or
/// `<date>-<commit>-<word>` if they were kept to compare with only.
///
/// Whatever is wrong with one becomes an exception that names the file and the place in it: these
/// files are also renamed, moved and put together by hand.
final class RunFile {

    private static final Pattern FOLDER =
            Pattern.compile("\\d{4}-\\d{2}-\\d{2}-(?<commit>[0-9a-f]{7,40})(?<word>-[a-z]+)?");
    private static final Pattern COMMAND = Pattern.compile("coex bench (?<suite>\\S+).*");
    private static final Pattern KIBIBYTES = Pattern.compile("(\\d+) kB");

    private final Path folder;
    private final Path file;

    private RunFile(Path folder, Path file) {
        this.folder = folder;
        this.file = file;
    }

    /// The runs of all JSON files in `folder`, in the order of their file names.
    ///
    /// @throws IOException saying what is wrong with which file
    static List<RecordedRun> readAll(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(file -> file.toString().endsWith(".json")).sorted().toList();
        }
        List<RecordedRun> runs = new ArrayList<>();
        for (Path file : files) {
            runs.add(new RunFile(folder, file).read());
        }
        return runs;
    }

    private RecordedRun read() throws IOException {
        Path parent = folder.relativize(file).getParent();
        Matcher name = FOLDER.matcher(parent == null ? "" : parent.toString());
        if (!name.matches()) {
            throw wrong(
                    "it must be in a folder <date>-<commit>, such as 2026-11-16-06de4ac, or one"
                            + " <date>-<commit>-<word> if it is only kept to compare with");
        }
        JsonNode document = parse();
        JsonNode metadata = child(document, "metadata", "");
        if (!metadata.isObject()) {
            throw wrong("`metadata` is no object");
        }
        String command = text(metadata, "command", "metadata: ");
        Matcher words = COMMAND.matcher(command);
        if (!words.matches()) {
            throw wrong("metadata: `command` does not begin with `coex bench SUITE`");
        }
        return new RecordedRun(
                folder.relativize(file),
                name.group("commit"),
                name.group("word") != null,
                date(text(metadata, "date", "metadata: ")),
                command,
                words.group("suite"),
                List.of(command.split(" ")).contains("--quick"),
                text(metadata, "jvm", "metadata: "),
                machine(metadata),
                text(metadata, "loadAtStart", "metadata: "),
                rows(document),
                failures(document));
    }

    private JsonNode parse() throws IOException {
        try {
            JsonNode document = JsonMapper.shared().readTree(Files.readString(file));
            if (!document.isObject()) {
                throw wrong("it holds no JSON object");
            }
            return document;
        } catch (JacksonException e) {
            String what = e.getOriginalMessage().replaceFirst(" \\(start marker at .*", "");
            throw wrong("it is not JSON, line %d: %s".formatted(e.getLocation().getLineNr(), what));
        }
    }

    private OffsetDateTime date(String text) throws IOException {
        try {
            return OffsetDateTime.parse(text);
        } catch (DateTimeParseException e) {
            throw wrong("metadata: `date` is no date: " + text);
        }
    }

    private String machine(JsonNode metadata) throws IOException {
        String memory = text(metadata, "memory", "metadata: ");
        Matcher kibibytes = KIBIBYTES.matcher(memory);
        if (kibibytes.matches()) {
            memory =
                    Numbers.plain(Long.parseLong(kibibytes.group(1)) / (double) (1 << 20)) + " GiB";
        }
        JsonNode cores = child(metadata, "cores", "metadata: ");
        if (!cores.isNumber()) {
            throw wrong("metadata: `cores` is no number");
        }
        return "%s, %d cores, %s"
                .formatted(text(metadata, "cpu", "metadata: "), cores.intValue(), memory);
    }

    private List<RecordedRow> rows(JsonNode document) throws IOException {
        JsonNode array = child(document, "rows", "");
        if (!array.isArray()) {
            throw wrong("`rows` is no array");
        }
        List<RecordedRow> rows = new ArrayList<>();
        Set<List<String>> seen = new HashSet<>();
        for (JsonNode entry : array) {
            RecordedRow row = row(entry, "rows[%d]: ".formatted(rows.size()));
            if (!seen.add(List.of(row.name(), row.peerName()))) {
                throw wrong(
                        "two rows are called %s beside `%s`".formatted(row.name(), row.peerName()));
            }
            rows.add(row);
        }
        return rows;
    }

    private RecordedRow row(JsonNode entry, String place) throws IOException {
        if (!entry.isObject()) {
            throw wrong(place + "it is no object");
        }
        String goal = child(entry, "goal", place).isNull() ? "" : text(entry, "goal", place);
        return new RecordedRow(
                text(entry, "name", place),
                measured(entry, "ours", "oursRange", place),
                measured(entry, "peer", "peerRange", place),
                text(entry, "peerName", place),
                text(entry, "unit", place),
                number(child(entry, "ratio", place), "ratio", place),
                goal,
                verdict(entry, place),
                text(entry, "note", place),
                curve(entry, "oursCurve", place),
                curve(entry, "peerCurve", place));
    }

    /// None in files of the first runs, and in rows that have none.
    private Curve curve(JsonNode entry, String key, String place) throws IOException {
        if (!entry.has(key)) {
            return Curve.NONE;
        }
        if (!Arrays.equals(numbers(entry, "percentiles", place), Curve.PERCENTILES)) {
            throw wrong(place + "`percentiles` are not those of a curve");
        }
        double[] values = numbers(entry, key, place);
        if (values.length != 0 && values.length != Curve.PERCENTILES.length) {
            throw wrong("%s`%s` has no value for each percentile".formatted(place, key));
        }
        return new Curve(values);
    }

    private double[] numbers(JsonNode entry, String key, String place) throws IOException {
        JsonNode array = child(entry, key, place);
        if (!array.isArray()) {
            throw wrong("%s`%s` is no array".formatted(place, key));
        }
        double[] numbers = new double[array.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = number(array.get(i), key, place);
        }
        return numbers;
    }

    private Measured measured(JsonNode entry, String value, String range, String place)
            throws IOException {
        double number = number(child(entry, value, place), value, place);
        JsonNode bounds = child(entry, range, place);
        if (bounds.isNull()) {
            return Double.isNaN(number) ? Measured.NONE : Measured.once(number);
        }
        if (!bounds.isArray() || bounds.size() != 2) {
            throw wrong("%s`%s` is not two numbers".formatted(place, range));
        }
        return new Measured(
                number, number(bounds.get(0), range, place), number(bounds.get(1), range, place));
    }

    /// Files of the first runs have only `met`.
    private String verdict(JsonNode entry, String place) throws IOException {
        if (entry.has("verdict")) {
            return text(entry, "verdict", place);
        }
        JsonNode met = child(entry, "met", place);
        if (!met.isNull() && !met.isBoolean()) {
            throw wrong(place + "`met` is neither true nor false nor null");
        }
        return met.isNull() ? "" : met.booleanValue() ? "yes" : "NO";
    }

    private List<String> failures(JsonNode document) throws IOException {
        JsonNode array = child(document, "failures", "");
        if (!array.isArray()) {
            throw wrong("`failures` is no array");
        }
        List<String> failures = new ArrayList<>();
        for (JsonNode failure : array) {
            if (!failure.isString()) {
                throw wrong("failures[%d]: it is no string".formatted(failures.size()));
            }
            failures.add(failure.stringValue());
        }
        return failures;
    }

    private JsonNode child(JsonNode parent, String key, String place) throws IOException {
        JsonNode child = parent.get(key);
        if (child == null) {
            throw wrong("%s`%s` is missing".formatted(place, key));
        }
        return child;
    }

    private String text(JsonNode parent, String key, String place) throws IOException {
        JsonNode child = child(parent, key, place);
        if (!child.isString()) {
            throw wrong("%s`%s` is no string".formatted(place, key));
        }
        return child.stringValue();
    }

    /// NaN for null: nothing was measured.
    private double number(JsonNode node, String key, String place) throws IOException {
        if (node.isNull()) {
            return Double.NaN;
        }
        if (!node.isNumber()) {
            throw wrong("%s`%s` is no number".formatted(place, key));
        }
        return node.doubleValue();
    }

    private IOException wrong(String what) {
        return new IOException(file + ": " + what);
    }
}
