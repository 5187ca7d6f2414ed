// SPDX-License-Identifier: Apache-2.0
package coex.gc.memory;

import java.util.ArrayList;
import java.util.List;

/// Reservations that a structure makes while it is constructed, and which are released together.
///
/// If the system refuses one, or the JVM is out of memory or of stack, the structure does not come
/// into being, so nobody else could release those made before: its constructor does. Used by the
/// thread that constructs the structure, and by the one that releases it.
public final class Reservations {

    /// More than any structure makes: adding one needs no memory, so none is lost for want of it.
    private static final int MOST = 16;

    private final List<Reservation> made = new ArrayList<>(MOST);

    /// Like [Reservation#of].
    public Reservation of(String name, long bytes, boolean hugePages) {
        Reservation reservation = Reservation.of(name, bytes, hugePages);
        made.add(reservation);
        return reservation;
    }

    /// Gives everything back. Nothing may touch this memory any more.
    public void release() {
        for (int i = 0; i < made.size(); i++) { // makes no Java object: the JVM may have no room
            made.get(i).release();
        }
    }
}
