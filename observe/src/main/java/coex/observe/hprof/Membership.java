// SPDX-License-Identifier: Apache-2.0
package coex.observe.hprof;

import coex.gc.Shape;
import coex.gc.diagnose.HandleWorklist;
import coex.gc.diagnose.LiveObjects;

/// Which objects are in a dump: those that its roots lead to.
///
/// A reference that is written makes its object a member, which is then written too. So the dump is
/// whole: whatever is in it can be reached in it. Threads run on meanwhile and put new objects
/// where they had old ones, so a member may be younger than the collection before the dump. So that
/// this comes to an end even if threads make objects as fast as they are written, the number of
/// those has a limit; references to further ones are written as null and counted.
final class Membership {

    private final LiveObjects live;
    private final Identifiers identifiers;
    private final int knownShapes;
    private final long mostYounger;
    private final HandleWorklist members;
    private long younger;
    private long dropped;

    /// @param knownShapes objects of shapes with higher ids are left out: the classes are written
    ///     before the first object
    /// @param mostYounger how many objects may become members that the collection has not seen
    Membership(LiveObjects live, Identifiers identifiers, int knownShapes, long mostYounger) {
        this.live = live;
        this.identifiers = identifiers;
        this.knownShapes = knownShapes;
        this.mostYounger = mostYounger;
        this.members = new HandleWorklist(live.handleLimit());
    }

    /// What to write for a reference: the object's identifier, which makes it a member, or null.
    long identifier(long handle) {
        if (handle == 0 || !members.contains(handle) && !admit(handle)) {
            return 0;
        }
        return Identifiers.ofHandle(handle);
    }

    private boolean admit(long handle) {
        boolean old = live.contains(handle);
        if (!old && !mayBeAdmitted(handle)) {
            dropped++;
            return false;
        }
        members.add(handle);
        younger += old ? 0 : 1;
        return true;
    }

    private boolean mayBeAdmitted(long handle) {
        if (younger == mostYounger || !identifiers.reaches(handle)) {
            return false;
        }
        Shape shape = live.shapeOf(handle);
        return shape != null && shape.id() <= knownShapes;
    }

    /// What to write for a weak reference once all members are known: null if its object is none.
    long weakIdentifier(long handle) {
        return members.contains(handle) ? Identifiers.ofHandle(handle) : 0;
    }

    /// Makes an object a member that is written at once; false if it is one already.
    boolean admitUnreached(long handle) {
        return members.meet(handle);
    }

    /// Whether there are members to write.
    boolean hasPending() {
        return !members.isEmpty();
    }

    /// The next of them.
    long nextPending() {
        return members.next();
    }

    /// How many members the collection has not seen.
    long younger() {
        return younger;
    }

    /// References that were written as null.
    long dropped() {
        return dropped;
    }
}
