package coex.stress.torture;

import coex.gc.Frame;
import coex.gc.Mutator;

/// A frame together with what is known to be in it.
///
/// Handles are also kept on this side, as a program keeps them in locals. For the thread whose
/// frame it is.
final class Roots {

    private final Frame frame;
    private final long[] handles;
    private final long[] identities;

    Roots(Frame frame) {
        this.frame = frame;
        this.handles = new long[frame.slots()];
        this.identities = new long[frame.slots()];
    }

    int slots() {
        return handles.length;
    }

    long handle(int slot) {
        return handles[slot];
    }

    /// The identity of the object that must be in a slot.
    long identity(int slot) {
        return identities[slot];
    }

    void set(int slot, long handle, long identity) {
        frame.set(slot, handle);
        handles[slot] = handle;
        identities[slot] = identity;
    }

    void clear() {
        for (int slot = 0; slot < handles.length; slot++) {
            set(slot, 0, 0);
        }
    }

    /// Checks that the heap's side says the same.
    void check(Specimens specimens, Mutator mutator, int depth) {
        for (int slot = 0; slot < handles.length; slot++) {
            long handle = handles[slot];
            if (handle != 0) {
                Specimens.expect(
                        specimens.identify(mutator, handle), identities[slot], "a root", handle);
                specimens.inspect(mutator, handle, depth);
            }
        }
    }

    /// Reads a slot back from the frame.
    void checkSlot(int slot) {
        Specimens.expect(frame.get(slot), handles[slot], "a slot of a frame", handles[slot]);
    }

    void pop() {
        frame.close();
    }
}
