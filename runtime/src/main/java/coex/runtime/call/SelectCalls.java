package coex.runtime.call;

import coex.gc.mutator.MutatorContext;
import coex.runtime.program.ProgramRuntime;
import coex.runtime.task.Selection;
import coex.runtime.task.Task;
import coex.runtime.type.ChannelType;
import coex.runtime.type.RuntimeType;

/// `select`: generated code names the channels, in order and without a safepoint between them, then
/// has one chosen, and then takes what it gave.
public final class SelectCalls {

    private SelectCalls() {}

    @Quiet
    public static void add(
            MutatorContext mutator, ProgramRuntime runtime, RuntimeType type, long channel) {
        if (channel == 0) {
            throw Failures.nilUsed("select");
        }
        Task.of(mutator).selection().add(((ChannelType) type).channels(), channel);
    }

    /// The number of the case that has received, or -1 when the time is up.
    ///
    /// @param site tells this statement from all others
    /// @param nanos how long to wait; Long.MAX_VALUE for as long as it takes
    @Safepoint
    public static long first(MutatorContext mutator, ProgramRuntime runtime, int site, long nanos) {
        Task.of(mutator).selection().rotate(0);
        return Task.of(mutator).selection().run(mutator, nanos);
    }

    /// The same, each time beginning after the case that was chosen the last time.
    @Safepoint
    public static long fair(MutatorContext mutator, ProgramRuntime runtime, int site, long nanos) {
        Selection selection = Task.of(mutator).selection();
        int count = selection.count();
        if (count > 0) {
            selection.rotate(runtime.turns().next(site, count));
        }
        int chosen = selection.run(mutator, nanos);
        if (chosen >= 0) {
            runtime.turns().set(site, chosen + 1);
        }
        return chosen;
    }

    /// The same, in any order.
    @Safepoint
    public static long random(
            MutatorContext mutator, ProgramRuntime runtime, int site, long nanos) {
        Task.of(mutator).selection().shuffle();
        return Task.of(mutator).selection().run(mutator, nanos);
    }

    /// What the chosen channel gave, or nil if it is closed.
    @Safepoint
    public static long received(MutatorContext mutator, ProgramRuntime runtime, RuntimeType type) {
        return ((ChannelType) type).received(mutator);
    }
}
