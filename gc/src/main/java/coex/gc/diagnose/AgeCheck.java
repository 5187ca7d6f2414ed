// SPDX-License-Identifier: Apache-2.0
package coex.gc.diagnose;

import coex.gc.Phase;
import coex.gc.Shape;
import coex.gc.ValidationReport;
import coex.gc.ValidationReport.Check;
import coex.gc.ValidationReport.Problem;
import coex.gc.handle.Marks;
import coex.gc.heap.HeapCore;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.Handshake;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.MutatorRegistry;
import coex.gc.mutator.ShadowStack;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/// Looks whether the next cycle may be young: whether all that old objects name is old, or they are
/// in a log (`Invariant.OLD_NAMES_OLD`).
///
/// It runs at the end of a cycle, when barriers are off and before anybody hands a log over, while
/// mutators store. Whoever stores into an object has put it into a log before, or has found that it
/// is in one, and it stays in a log until the next cycle. So objects are looked at first, and then
/// all logs: what must be in one is.
public final class AgeCheck {

    private static final int MOST_ERRORS = 1000;

    private final HeapCore core;
    private final Marks marks;
    private final MutatorRegistry registry;
    private final Handshake handshake;
    private final Consumer<LongConsumer> noted;
    private final ObjectReader reader;

    // Of one run
    private List<Problem> problems;

    /// Objects that must be in a log, and why.
    private Map<Long, String> suspects;

    /// @param noted shows what the collector itself has noted to be read again
    public AgeCheck(
            HeapCore core,
            MutatorRegistry registry,
            Handshake handshake,
            Consumer<LongConsumer> noted) {
        this.core = core;
        this.marks = core.handles().marks();
        this.registry = registry;
        this.handshake = handshake;
        this.noted = noted;
        this.reader = new ObjectReader(core);
    }

    public ValidationReport verify(long cycle) {
        problems = new ArrayList<>();
        suspects = new HashMap<>();
        long objects = 0;
        long words = core.handles().usedWords();
        for (long word = 0; word < words; word++) {
            long left = core.handles().allocatedWord(word);
            for (; left != 0; left &= left - 1) {
                look((word << 6) + Long.numberOfTrailingZeros(left));
                objects++;
            }
        }
        handshake.run(cycle, Phase.FINISH, (mutator, _) -> checkMutator(mutator));
        registry.logs().forEachWaiting(this::isInLog); // after the others, whose logs become these
        noted.accept(this::isInLog);
        suspects.forEach((handle, why) -> report(handle, why));
        return new ValidationReport(objects, problems);
    }

    private void report(long handle, String message) {
        if (problems.size() < MOST_ERRORS) {
            problems.add(new Problem(Check.AGES, handle, reader.address(handle), message));
        }
    }

    private void isInLog(long handle) {
        suspects.remove(handle);
    }

    private void look(long handle) {
        long address = reader.address(handle);
        boolean old = marks.isOld(handle);
        if (address == 0) {
            if (old) {
                report(handle, "names nothing and is marked: what is born with it would be old");
            }
            return;
        }
        long header = Memory.getLongAcquire(address);
        if ((header & ObjectHeader.LOGGED) != 0) {
            suspects.put(handle, "says that it is in a log and is in none");
        } else if (old && ObjectHeader.isUnsealed(header)) {
            suspects.put(handle, "is old and under construction, and will not be read again");
        }
        Shape shape = reader.shape(header);
        if (old && shape != null) {
            reader.forEachReference(
                    address, shape, (offset, target) -> lookAt(handle, offset, target));
            int weaks = Shape.HEADER_BYTES + 4 * shape.referenceCount();
            for (int i = 0; i < shape.weakCount(); i++) {
                int offset = weaks + 4 * i;
                long target = Integer.toUnsignedLong(Memory.getIntAcquire(address + offset));
                lookAt(handle, offset, target);
            }
        }
    }

    private void lookAt(long handle, int offset, long target) {
        if (target != 0 && !marks.isOld(target)) {
            suspects.put(
                    handle,
                    "is old, names the young %d at offset %d, and will not be read again"
                            .formatted(target, offset));
        }
    }

    /// On each mutator's thread, or here for those that are blocked.
    private synchronized void checkMutator(MutatorContext mutator) {
        mutator.log().forEach(this::isInLog);
        ShadowStack stack = mutator.stack();
        int clean = Math.min(mutator.actions().leftUnread(), stack.top());
        for (int slot = 0; slot < clean; slot++) {
            long handle = stack.peek(slot);
            if (handle != 0 && !marks.isOld(handle) && reader.address(handle) != 0) {
                report(
                        handle,
                        "is young, and in slot %d of the stack of %s, which will not be read again"
                                .formatted(slot, mutator.name()));
            }
        }
    }
}
