package coex.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;

/// Reads text reports back into values. Every line has to be one that the format allows.
///
/// The file is long because it is the grammar of all eight reports, one method for each.
final class ParsedReports {

    private static final String TYPE = "(\"(?:[^\"\\\\]|\\\\.)*\"|[^\\s,()\"]+|invalid\\(\\d+\\))";

    private ParsedReports() {}

    // Statistics

    record Thread(String name, Map<String, Long> figures) {}

    record Stats(
            String heap,
            String kind,
            String cause,
            Map<String, Long> figures,
            List<Thread> threads,
            long more) {}

    static Stats stats(String text) {
        LineReader in = new LineReader(text);
        in.expect("=== GC STATISTICS ===");
        String heap = LineReader.unquoted(in.expect("heap: (.+)").group(1));
        String kind = in.expect("last_cycle_kind: (\\w+)").group(1);
        String cause = in.expect("last_cycle_cause: (\\w+)").group(1);
        Map<String, Long> figures = new LinkedHashMap<>();
        in.expect("");
        while (in.nextIf("by thread:") == null) {
            in.expect("\\w+:");
            MatchResult figure = in.expect("  (\\w+): (\\d+)( \\([\\d.]+ \\w+\\))?");
            while (figure != null) {
                assertThat(figures.put(figure.group(1), Long.valueOf(figure.group(2)))).isNull();
                figure = in.nextIf("  (\\w+): (\\d+)( \\([\\d.]+ \\w+\\))?");
            }
            in.expect("");
        }
        List<Thread> threads = new ArrayList<>();
        MatchResult row = in.nextIf("  Thread (\\d+) \\((.*)\\): (\\w+=\\d+(, \\w+=\\d+)*)");
        while (row != null) {
            assertThat(row.group(1)).isEqualTo(Integer.toString(threads.size()));
            threads.add(new Thread(LineReader.unescaped(row.group(2)), pairs(row.group(3))));
            row = in.nextIf("  Thread (\\d+) \\((.*)\\): (\\w+=\\d+(, \\w+=\\d+)*)");
        }
        long more = in.more("  ", "");
        in.expect("  Detached: \\w+=\\d+(, \\w+=\\d+)*");
        in.end();
        return new Stats(heap, kind, cause, figures, threads, more);
    }

    private static Map<String, Long> pairs(String list) {
        Map<String, Long> pairs = new LinkedHashMap<>();
        for (String pair : list.split(", ")) {
            pairs.put(pair.substring(0, pair.indexOf('=')), number(pair.replaceAll(".*=", "")));
        }
        return pairs;
    }

    // Heap

    record Listed(
            long handle, String type, long size, long address, byte[] bytes, long moreBytes) {}

    /// @param total -1 if there is no list
    record HeapDump(
            long size,
            long used,
            long freeBlocks,
            long largestFree,
            long total,
            List<Listed> objects,
            long more,
            long listed,
            long listedBytes) {}

    static HeapDump heap(String text, int verbosity) {
        LineReader in = new LineReader(text);
        in.expect("=== HEAP DUMP ===");
        long size = in.number("Heap size: (\\d+) bytes \\([\\d.]+ \\w+\\)");
        long used = in.number("Heap used: (\\d+) bytes \\([\\d.]+ \\w+\\)");
        long freeBlocks = in.number("Free blocks: (\\d+)");
        long largestFree = in.number("Largest free: (\\d+) bytes");
        if (verbosity == 0) {
            in.end();
            return new HeapDump(size, used, freeBlocks, largestFree, -1, List.of(), 0, 0, 0);
        }
        in.expect("");
        long total = in.number("Live objects \\((\\d+) total\\):");
        List<Listed> objects = new ArrayList<>();
        for (Listed object = object(in, verbosity);
                object != null;
                object = object(in, verbosity)) {
            objects.add(object);
        }
        long more = in.more("  ", "");
        MatchResult listed = in.expect("Listed: (\\d+) objects, (\\d+) bytes");
        in.end();
        return new HeapDump(
                size,
                used,
                freeBlocks,
                largestFree,
                total,
                objects,
                more,
                number(listed.group(1)),
                number(listed.group(2)));
    }

    private static Listed object(LineReader in, int verbosity) {
        MatchResult row =
                in.nextIf("  Handle (\\d+): type=" + TYPE + ", size=(\\d+), addr=0x([0-9a-f]+)");
        if (row == null) {
            return null;
        }
        StringBuilder digits = new StringBuilder();
        long moreBytes = 0;
        if (verbosity == 2) {
            MatchResult line = in.nextIf("    ([0-9a-f]{4}):((?: [0-9a-f]{2}){1,16})");
            while (line != null) {
                assertThat(Integer.parseInt(line.group(1), 16)).isEqualTo(digits.length() / 2);
                digits.append(line.group(2).replace(" ", ""));
                line = in.nextIf("    ([0-9a-f]{4}):((?: [0-9a-f]{2}){1,16})");
            }
            MatchResult rest = in.nextIf("    \\.\\.\\. \\((\\d+) more bytes\\)");
            moreBytes = rest == null ? 0 : number(rest.group(1));
            assertThat(digits.length() / 2 + moreBytes).isEqualTo(number(row.group(3)));
        }
        return new Listed(
                number(row.group(1)),
                LineReader.unquoted(row.group(2)),
                number(row.group(3)),
                Long.parseLong(row.group(4), 16),
                HexFormat.of().parseHex(digits),
                moreBytes);
    }

    // Handle table

    record Slot(long handle, long address, String type) {}

    /// @param head 0 if there is none
    record Chain(long head, List<String> runs, boolean cut, long entries, long runCount) {}

    record Table(
            Map<String, Long> figures,
            List<Slot> slots,
            long more,
            long listed,
            Map<String, Chain> chains) {}

    static Table table(String text, int verbosity) {
        LineReader in = new LineReader(text);
        in.expect("=== HANDLE TABLE ===");
        Map<String, Long> figures = new LinkedHashMap<>();
        figures.put("size", in.number("Table size: (\\d+) slots"));
        for (String name : List.of("in use", "set aside", "free", "retired")) {
            figures.put(name, in.number("Handles " + name + ": (\\d+)"));
        }
        figures.put("next", in.number("Next bump alloc: (\\d+)"));
        List<Slot> slots = new ArrayList<>();
        Map<String, Chain> chains = new LinkedHashMap<>();
        if (verbosity == 0) {
            in.end();
            return new Table(figures, slots, 0, 0, chains);
        }
        in.expect("");
        in.expect("In-use handles:");
        MatchResult row = in.nextIf("  \\[(\\d+)\\] -> 0x([0-9a-f]+) \\(" + TYPE + "\\)");
        while (row != null) {
            slots.add(
                    new Slot(
                            number(row.group(1)),
                            Long.parseLong(row.group(2), 16),
                            LineReader.unquoted(row.group(3))));
            row = in.nextIf("  \\[(\\d+)\\] -> 0x([0-9a-f]+) \\(" + TYPE + "\\)");
        }
        long more = in.more("  ", "");
        long listed = in.number("Listed: (\\d+) handles");
        if (verbosity == 2) {
            in.expect("");
            for (String name : List.of("Free", "Retired", "Set-aside")) {
                chains.put(name, chain(in, name));
            }
        }
        in.end();
        return new Table(figures, slots, more, listed, chains);
    }

    private static Chain chain(LineReader in, String name) {
        String head = in.expect(name + " list head: (\\d+|none)").group(1);
        MatchResult list =
                in.expect(
                        name
                                + " list: ((?:\\d+(?:-\\d+)?(?: -> )?)*)(\\.\\.\\.)?"
                                + " ?\\((\\d+) entries in (\\d+) runs\\)");
        List<String> runs =
                list.group(1).isEmpty() ? List.of() : List.of(list.group(1).strip().split(" -> ?"));
        return new Chain(
                head.equals("none") ? 0 : number(head),
                runs,
                list.group(2) != null,
                number(list.group(3)),
                number(list.group(4)));
    }

    // Shadow stacks

    /// @param watermark the number of the topmost frozen frame; 0 if there is none
    /// @param markedFrame the frame that carries the mark; 0 if none does
    record Stack(
            String thread,
            boolean blocked,
            long depth,
            long watermark,
            long markedFrame,
            List<List<Long>> frames,
            long more) {}

    record Stacks(long threads, List<Stack> stacks, long more) {}

    static Stacks stacks(String text) {
        LineReader in = new LineReader(text);
        in.expect("=== SHADOW STACKS ===");
        long threads = in.number("Registered threads: (\\d+)");
        List<Stack> stacks = new ArrayList<>();
        long more = 0;
        while (in.nextIf("") != null) {
            more = in.more("", " threads");
            if (more == 0) {
                stacks.add(stack(in, stacks.size()));
            }
        }
        in.end();
        return new Stacks(threads, stacks, more);
    }

    private static Stack stack(LineReader in, int number) {
        String thread = in.expect("Thread " + number + " \\((.*)\\):").group(1);
        boolean blocked = in.expect("  State: (blocked|running)").group(1).equals("blocked");
        long depth = in.number("  Stack depth: (\\d+)");
        String watermark = in.expect("  Watermark: (\\d+ \\(active\\)|none)").group(1);
        List<List<Long>> frames = new ArrayList<>();
        long marked = 0;
        String pattern =
                "  Frame (\\d+): (\\d+) handles(?: \\[(h=\\d+(?:, h=\\d+)*)\\])?(  <- watermark)?";
        for (MatchResult row = in.nextIf(pattern); row != null; row = in.nextIf(pattern)) {
            assertThat(number(row.group(1))).isEqualTo(depth - frames.size());
            List<Long> handles = new ArrayList<>();
            if (row.group(3) != null) {
                for (String handle : row.group(3).split(", ")) {
                    handles.add(number(handle.substring(2)));
                }
            }
            assertThat(handles).hasSize(Integer.parseInt(row.group(2)));
            frames.add(handles);
            marked = row.group(4) == null ? marked : number(row.group(1));
        }
        return new Stack(
                LineReader.unescaped(thread),
                blocked,
                depth,
                watermark.equals("none") ? 0 : number(watermark.replaceAll(" .*", "")),
                marked,
                frames,
                in.more("  ", " frames"));
    }

    // Object

    /// @param of the field's name and offset, or the element's index, as written
    record ValueLine(String of, String type, String value, String target) {}

    /// @param text null if it holds none
    record ObjectDump(
            Map<String, String> head,
            Map<String, String> header,
            List<ValueLine> fields,
            long moreFields,
            List<ValueLine> elements,
            long moreElements,
            String text,
            long moreBytes) {}

    static ObjectDump object(String text) {
        LineReader in = new LineReader(text);
        in.expect("=== OBJECT DUMP ===");
        Map<String, String> head = new LinkedHashMap<>();
        for (String name : List.of("Handle", "Address", "Type", "Size", "Mark bit", "Forwarded")) {
            head.put(name, in.expect(name + ": (.+)").group(1));
        }
        in.expect("");
        in.expect("Header:");
        Map<String, String> header = new LinkedHashMap<>();
        for (String name : List.of("word", "size", "type_id", "flags", "forward")) {
            header.put(name, in.expect("  " + name + ": (.+)").group(1));
        }
        in.expect("");
        boolean hasFields = in.nextIf("Fields:") != null;
        List<ValueLine> fields = hasFields ? values(in, "offset (\\d+ \\(.+?\\))") : List.of();
        long moreFields = hasFields ? in.more("  ", "") : 0;
        boolean goesOn = !hasFields || in.nextIf("") != null;
        List<ValueLine> elements = List.of();
        long moreElements = 0;
        String shown = null;
        long moreBytes = 0;
        if (goesOn && in.nextIf("Text \\((\\d+) bytes\\):") != null) {
            MatchResult found =
                    in.expect("  (\"(?:[^\"\\\\]|\\\\.)*\")(?:\\.\\.\\. \\((\\d+) more bytes\\))?");
            shown = LineReader.unquoted(found.group(1));
            moreBytes = found.group(2) == null ? 0 : number(found.group(2));
        } else if (goesOn) {
            in.expect("Elements \\(\\d+\\):");
            elements = values(in, "\\[(\\d+)\\]");
            moreElements = in.more("  ", "");
        }
        in.end();
        return new ObjectDump(
                head, header, fields, moreFields, elements, moreElements, shown, moreBytes);
    }

    private static List<ValueLine> values(LineReader in, String of) {
        List<ValueLine> values = new ArrayList<>();
        String pattern = "  " + of + ": (\\w+) = (\\S+?)(?: (\\(null\\))| -> (.+))?";
        for (MatchResult row = in.nextIf(pattern); row != null; row = in.nextIf(pattern)) {
            String target = row.group(4) == null ? row.group(5) : "null";
            values.add(new ValueLine(row.group(1), row.group(2), row.group(3), target));
        }
        return values;
    }

    // Validation

    record Validation(boolean valid, long objects, List<String> errors, long more, long count) {}

    static Validation validation(String text) {
        LineReader in = new LineReader(text);
        if (in.nextIf("=== HEAP VALIDATION PASSED ===") != null) {
            long objects = in.number("Heap is valid: (\\d+) objects checked");
            in.end();
            return new Validation(true, objects, List.of(), 0, 0);
        }
        in.expect("=== HEAP VALIDATION FAILED ===");
        List<String> errors = new ArrayList<>();
        MatchResult row = in.nextIf("Error: (.+)");
        while (row != null) {
            errors.add(row.group(1));
            row = in.nextIf("Error: (.+)");
        }
        long more = in.more("", "");
        long count = in.number("Validation found (\\d+) errors");
        in.end();
        return new Validation(false, 0, errors, more, count);
    }

    // Fragmentation

    record Fragmentation(
            long size,
            long allocated,
            long free,
            List<Long> blocks,
            double index,
            long largest,
            long afterGrowth,
            String recommendation) {}

    static Fragmentation fragmentation(String text) {
        LineReader in = new LineReader(text);
        in.expect("=== FRAGMENTATION REPORT ===");
        long size = in.number("Heap size: (\\d+) bytes");
        long allocated = in.number("Allocated: (\\d+) bytes \\([\\d.]+%\\)");
        long free = in.number("Free: (\\d+) bytes \\([\\d.]+%\\)");
        in.expect("");
        in.expect("Free block distribution:");
        List<Long> blocks = new ArrayList<>();
        for (String label :
                List.of(
                        "< 64 bytes",
                        "64-256 bytes",
                        "256-1KB",
                        "1KB-4KB",
                        "4KB-16KB",
                        "16KB-64KB",
                        "> 64KB")) {
            blocks.add(in.number("  " + label + ": +(\\d+) blocks \\([\\d.]+% of free space\\)"));
        }
        in.expect("");
        String index =
                in.expect("Fragmentation index: ([\\d.]+)" + " \\(0=perfect, 1=fully fragmented\\)")
                        .group(1);
        long largest = in.number("Largest allocation possible: (\\d+) bytes");
        long afterGrowth = in.number("Largest allocation possible after growth: (\\d+) bytes");
        in.expect("");
        String recommendation = in.expect("Recommendation: (.+)").group(1);
        in.end();
        return new Fragmentation(
                size,
                allocated,
                free,
                blocks,
                Double.parseDouble(index),
                largest,
                afterGrowth,
                recommendation);
    }

    // Census

    record Kind(String type, long id, long objects, long bytes) {}

    record Census(long shapes, long objects, long bytes, List<Kind> kinds, long more) {}

    static Census census(String text) {
        LineReader in = new LineReader(text);
        in.expect("=== HEAP CENSUS ===");
        long shapes = in.number("Shapes: (\\d+)");
        long objects = in.number("Objects: (\\d+)");
        long bytes = in.number("Bytes: (\\d+)");
        in.expect("");
        List<Kind> kinds = new ArrayList<>();
        String pattern =
                "  " + TYPE + " \\(id=(\\d+)\\): objects=(\\d+), bytes=(\\d+) \\([\\d.]+%\\)";
        for (MatchResult row = in.nextIf(pattern); row != null; row = in.nextIf(pattern)) {
            kinds.add(
                    new Kind(
                            LineReader.unquoted(row.group(1)),
                            number(row.group(2)),
                            number(row.group(3)),
                            number(row.group(4))));
        }
        long more = in.more("  ", "");
        in.end();
        return new Census(shapes, objects, bytes, kinds, more);
    }

    private static long number(String digits) {
        return Long.parseLong(digits);
    }
}
