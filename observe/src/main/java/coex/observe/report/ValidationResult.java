// SPDX-License-Identifier: Apache-2.0
package coex.observe.report;

import coex.gc.Heap;
import coex.gc.ValidationReport;
import coex.gc.ValidationReport.Problem;

import java.util.Locale;

/// What a check of a heap's structure has found.
///
///     === HEAP VALIDATION FAILED ===
///     Error: Handle 1234 points to address 0x7f1234567890: outside the blocks in use, expected ...
///     Error: Object at 0x7f2345678900 (handle 12) has shape id 999, expected a registered one
///     Validation found 2 errors
///
/// or
///
///     === HEAP VALIDATION PASSED ===
///     Heap is valid: 1234 objects checked
public final class ValidationResult implements Subject {

    private final Heap heap;

    public ValidationResult(Heap heap) {
        this.heap = heap;
    }

    @Override
    public void writeText(TextPage page) {
        writeText(page, heap.validate());
    }

    static void writeText(TextPage page, ValidationReport found) {
        if (found.isValid()) {
            page.line("=== HEAP VALIDATION PASSED ===");
            page.line("Heap is valid: %d objects checked", found.objects());
            return;
        }
        page.line("=== HEAP VALIDATION FAILED ===");
        RowCount rows = new RowCount(page.rows());
        for (Problem problem : found.errors()) {
            if (rows.admitsNext()) {
                page.line("Error: " + Quoted.escaped(sentence(problem)));
            }
        }
        page.more("", rows.leftOut(), "");
        page.line("Validation found %d errors", found.errors().size());
    }

    private static String sentence(Problem problem) {
        String message = problem.message();
        if (problem.handle() == 0) { // a stack or a global root
            return message.substring(0, 1).toUpperCase(Locale.ROOT) + message.substring(1);
        }
        return switch (problem.check()) {
            case SLOT_ADDRESS ->
                    "Handle %d points to address 0x%x: %s"
                            .formatted(problem.handle(), problem.address(), message);
            case HEADER_SHAPE, FREE_LINES -> object(problem) + " " + message;
            case REFERENCE_TARGET, OVERLAP, SHADOW_STACK -> object(problem) + ": " + message;
            case FREE_HANDLES, SECOND_TRACE, AGES -> "Handle " + problem.handle() + " " + message;
        };
    }

    private static String object(Problem problem) {
        return "Object at 0x%x (handle %d)".formatted(problem.address(), problem.handle());
    }

    @Override
    public void writeJson(JsonPage page) {
        ValidationReport found = heap.validate();
        page.text("report", "validation");
        page.text("heap", heap.options().name());
        page.flag("valid", found.isValid());
        page.number("objects_checked", found.objects());
        page.number("error_count", found.errors().size());
        page.array("errors");
        RowCount rows = new RowCount(page.rows());
        for (Problem problem : found.errors()) {
            if (rows.admitsNext()) {
                page.element();
                page.text("check", problem.check().name());
                page.number("handle", problem.handle());
                page.word("address", problem.address());
                page.text("message", problem.message());
                page.endObject();
            }
        }
        page.endArray();
        page.number("more_errors", rows.leftOut());
    }
}
