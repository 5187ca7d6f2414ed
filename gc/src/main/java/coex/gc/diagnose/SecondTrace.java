// SPDX-License-Identifier: Apache-2.0
package coex.gc.diagnose;

import coex.gc.Phase;
import coex.gc.Shape;
import coex.gc.ValidationReport;
import coex.gc.ValidationReport.Check;
import coex.gc.ValidationReport.Problem;
import coex.gc.heap.HeapCore;
import coex.gc.memory.Memory;
import coex.gc.mutator.Handshake;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.ShadowStack;

import java.util.ArrayList;
import java.util.List;

/// Traces the heap again, independently of the marker, and expects to meet only marked objects
/// (`Invariant.REACHABLE_IS_MARKED`).
///
/// It runs when the verdict is closed and before anything is retired. Mutators go on meanwhile, so
/// the roots are theirs of some moment after the verdict; everything reachable at any such moment
/// must be marked. Run by the collector.
public final class SecondTrace {

    private static final int MOST_ERRORS = 1000;

    private final HeapCore core;
    private final Handshake handshake;
    private final ObjectReader reader;

    // Of one run
    private List<Problem> problems;
    private HandleWorklist met;
    private long objects;

    public SecondTrace(HeapCore core, Handshake handshake) {
        this.core = core;
        this.handshake = handshake;
        this.reader = new ObjectReader(core);
    }

    public ValidationReport verify(long cycle) {
        problems = new ArrayList<>();
        met = new HandleWorklist(core.handles().usedWords() << 6);
        objects = 0;
        core.roots().forEach(handle -> visit(handle, "a global root"));
        handshake.run(cycle, Phase.MARK, (mutator, _) -> visitStack(mutator));
        while (!met.isEmpty()) {
            visitChildren(met.next());
        }
        return new ValidationReport(objects, problems);
    }

    private synchronized void visitStack(MutatorContext mutator) {
        ShadowStack stack = mutator.stack();
        for (int slot = 0; slot < stack.top(); slot++) {
            long handle = stack.peek(slot);
            if (handle != 0) {
                visit(handle, "slot " + slot + " of a stack");
            }
        }
    }

    private synchronized void visit(long handle, String from) {
        if (reader.address(handle) == 0) {
            return; // the embedder kept a freed handle; the structural check names it
        }
        if (!met.add(handle)) {
            return;
        }
        objects++;
        if (!core.handles().marks().isMarked(handle) && problems.size() < MOST_ERRORS) {
            problems.add(
                    new Problem(
                            Check.SECOND_TRACE,
                            handle,
                            reader.address(handle),
                            "is reachable from %s but not marked".formatted(from)));
        }
    }

    private void visitChildren(long handle) {
        long address = reader.address(handle);
        if (address == 0) {
            return;
        }
        Shape shape = reader.shape(Memory.getLong(address));
        if (shape != null) {
            reader.forEachReference(
                    address,
                    shape,
                    (offset, target) -> {
                        if (target != 0) {
                            visit(target, "handle " + handle + " at offset " + offset);
                        }
                    });
        }
    }
}
