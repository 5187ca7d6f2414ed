// SPDX-License-Identifier: Apache-2.0
package coex.gc.diagnose;

import coex.gc.Phase;
import coex.gc.Shape;
import coex.gc.ValidationReport;
import coex.gc.ValidationReport.Check;
import coex.gc.ValidationReport.Problem;
import coex.gc.handle.HandleSpace;
import coex.gc.handle.HandleTable;
import coex.gc.heap.HeapCore;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.Handshake;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.ShadowStack;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Checks the structure of a whole heap while mutators run, and lists every error it finds.
///
/// It runs with the collector's role, so nothing is freed meanwhile: what it has seen in use stays
/// in use, and newborn objects only add to it. What belongs to one mutator, its stack and the
/// handles it has set aside, is checked by that mutator at a safepoint.
public final class HeapVerifier {

    private static final int MOST_ERRORS = 10_000;

    private final HeapCore core;
    private final HandleSpace handles;
    private final Handshake handshake;
    private final ObjectReader reader;

    // Of one run
    private List<Problem> problems;
    private Set<Long> unnamed;
    private OccupiedMemory occupied;
    private long objects;

    public HeapVerifier(HeapCore core, Handshake handshake) {
        this.core = core;
        this.handles = core.handles();
        this.handshake = handshake;
        this.reader = new ObjectReader(core);
    }

    /// Verifies everything.
    public ValidationReport verify(long cycle, Phase phase) {
        problems = new ArrayList<>();
        unnamed = new HashSet<>();
        occupied = new OccupiedMemory(core.blocks());
        objects = 0;
        long words = handles.usedWords();
        for (long word = 0; word < words; word++) {
            checkWord(word);
        }
        core.roots()
                .forEach(
                        handle -> {
                            if (!isTarget(handle)) {
                                reportTarget(Check.REFERENCE_TARGET, 0, 0, "global root", handle);
                            }
                        });
        handshake.run(cycle, phase, (mutator, _) -> checkMutator(mutator));
        checkUnnamed(cycle, phase);
        return new ValidationReport(objects, problems);
    }

    private synchronized void report(Check check, long handle, long address, String message) {
        if (problems.size() < MOST_ERRORS) {
            problems.add(new Problem(check, handle, address, message));
        }
    }

    // Handles

    private void checkWord(long word) {
        long retired = handles.retiredWord(word);
        long allocated = handles.allocatedWord(word);
        for (int bit = 0; bit < 64; bit++) {
            long handle = (word << 6) + bit;
            boolean isAllocated = (allocated >>> bit & 1) != 0;
            boolean isRetired = (retired >>> bit & 1) != 0;
            long slot = handles.table().resolve(handle);
            if (isAllocated && isRetired) {
                report(
                        Check.FREE_HANDLES,
                        handle,
                        slot,
                        "is both allocated and retired, expected one of them");
            }
            if (isAllocated) {
                checkAllocated(handle, slot);
            } else if (HandleTable.isAddress(slot) && !isAllocatedNow(handle)) {
                report(
                        Check.FREE_HANDLES,
                        handle,
                        slot,
                        "is %s but its slot holds an address, expected a free slot"
                                .formatted(isRetired ? "retired" : "free"));
            }
        }
    }

    private boolean isAllocatedNow(long handle) {
        return (handles.allocatedWord(handle >>> 6) >>> handle & 1) != 0;
    }

    private void checkAllocated(long handle, long slot) {
        if (HandleTable.isAddress(slot)) {
            checkObject(handle, slot);
        } else if ((slot & 2) != 0 && (slot & 1) == 0) {
            report(Check.SLOT_ADDRESS, handle, slot, "unaligned, expected a multiple of 8");
        } else {
            unnamed.add(handle);
        }
    }

    /// Handles that are allocated but name nothing must be set aside by a mutator, unless they have
    /// been used or given back since.
    ///
    /// What one mutator gives back, another may take that was asked before. So all are asked again
    /// until nothing was given back meanwhile.
    private void checkUnnamed(long cycle, Phase phase) {
        long before;
        do {
            before = handles.timesGivenBack();
            unnamed.removeIf(this::isFreeOrNamed);
            if (unnamed.isEmpty()) {
                return;
            }
            handshake.run(cycle, phase, (mutator, _) -> leaveOutSetAside(mutator));
        } while (handles.timesGivenBack() != before);
        unnamed.removeIf(this::isFreeOrNamed);
        for (long handle : unnamed) {
            report(
                    Check.FREE_HANDLES,
                    handle,
                    handles.table().resolve(handle),
                    "is allocated but names no object and no mutator has set it aside");
        }
    }

    private boolean isFreeOrNamed(long handle) {
        return !isAllocatedNow(handle) || HandleTable.isAddress(handles.table().resolve(handle));
    }

    private synchronized void leaveOutSetAside(MutatorContext mutator) {
        mutator.allocator().forEachSetAside(unnamed::remove);
    }

    // Objects

    private void checkObject(long handle, long address) {
        objects++;
        if (!reader.isPlausible(address)) {
            report(
                    Check.SLOT_ADDRESS,
                    handle,
                    address,
                    "outside the blocks in use, expected an aligned address in [0x%x, 0x%x)"
                            .formatted(
                                    core.blocks().base(),
                                    core.blocks().base() + core.blocks().committedBytes()));
            return;
        }
        long header = Memory.getLong(address);
        if (ObjectHeader.handle(header) != handle) {
            report(
                    Check.SLOT_ADDRESS,
                    handle,
                    address,
                    "the object there names handle %d, expected %d"
                            .formatted(ObjectHeader.handle(header), handle));
        }
        Shape shape = checkShape(handle, address, header);
        if (shape != null && checkExtent(handle, address, shape)) {
            reader.forEachReference(
                    address,
                    shape,
                    (offset, target) -> {
                        if (!isTarget(target)) {
                            reportTarget(
                                    Check.REFERENCE_TARGET,
                                    handle,
                                    address,
                                    "reference at offset " + offset,
                                    target);
                        }
                    });
        }
    }

    private Shape checkShape(long handle, long address, long header) {
        Shape shape = reader.shape(header);
        if (shape == null) {
            report(
                    Check.HEADER_SHAPE,
                    handle,
                    address,
                    "has shape id %d, expected a registered one"
                            .formatted(ObjectHeader.shape(header)));
            return null;
        }
        long flags = ObjectHeader.FLAGS.get(header);
        boolean mutable = (header & ObjectHeader.MUTABLE) != 0;
        if ((flags & ~ObjectHeader.FLAGS.get(ObjectHeader.KNOWN_FLAGS)) != 0
                || mutable != shape.isMutable()) {
            report(
                    Check.HEADER_SHAPE,
                    handle,
                    address,
                    "has flags 0x%x, expected those of a %s shape"
                            .formatted(flags, shape.isMutable() ? "mutable" : "immutable"));
        }
        return shape;
    }

    /// False if the object's contents cannot be looked at.
    private boolean checkExtent(long handle, long address, Shape shape) {
        if (shape.isArray() && reader.length(address) < 0) {
            report(
                    Check.HEADER_SHAPE,
                    handle,
                    address,
                    "has length %d, expected 0 or more".formatted(reader.length(address)));
            return false;
        }
        long bytes = reader.bytes(address, shape);
        if (!core.blocks().isInUse(address, bytes)) {
            report(
                    Check.SLOT_ADDRESS,
                    handle,
                    address,
                    "extends over %d bytes, expected all in blocks in use".formatted(bytes));
            return false;
        }
        if (!occupied.claim(address, bytes)) {
            report(
                    Check.OVERLAP,
                    handle,
                    address,
                    "its %d bytes overlap another object's, expected none shared".formatted(bytes));
        }
        if (bytes <= core.blocks().largestShared()
                && core.blocks().touchesFreeLine(address, bytes)) {
            report(
                    Check.FREE_LINES,
                    handle,
                    address,
                    "lies in a line that is free for allocation, expected one in use");
        }
        return true;
    }

    /// A slot, field or root names an object in use (`Invariant.FREE_MEANS_UNNAMED`).
    private boolean isTarget(long handle) {
        return handle == 0 || reader.isLive(handle);
    }

    private void reportTarget(Check check, long handle, long address, String where, long target) {
        report(
                check,
                handle,
                address,
                "%s holds %d, expected 0 or a handle in use".formatted(where, target));
    }

    // Mutators: runs on each mutator's thread, or here for those that are blocked

    private synchronized void checkMutator(MutatorContext mutator) {
        leaveOutSetAside(mutator);
        ShadowStack stack = mutator.stack();
        int end = stack.top();
        for (int frame = stack.depth() - 1; frame >= 0; frame--) {
            int base = stack.base(frame);
            if (base < 0 || base > end) {
                report(
                        Check.SHADOW_STACK,
                        0,
                        0,
                        "thread %s: frame %d begins at slot %d, expected at most %d"
                                .formatted(mutator.name(), frame, base, end));
                return;
            }
            for (int slot = base; slot < end; slot++) {
                if (!isTarget(stack.peek(slot))) {
                    reportTarget(
                            Check.SHADOW_STACK,
                            0,
                            0,
                            "thread %s: frame %d slot %d"
                                    .formatted(mutator.name(), frame, slot - base),
                            stack.peek(slot));
                }
            }
            end = base;
        }
        if (end != 0) {
            report(
                    Check.SHADOW_STACK,
                    0,
                    0,
                    "thread %s: the lowest frame begins at slot %d, expected 0"
                            .formatted(mutator.name(), end));
        }
    }
}
