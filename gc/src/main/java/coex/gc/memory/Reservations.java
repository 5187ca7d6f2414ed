// SPDX-License-Identifier: Apache-2.0
package coex.gc.memory;

import java.util.ArrayList;
import java.util.List;

/// Reservations that a structure makes while it is constructed: all of them or none.
///
/// If the system refuses one, those made before are released at once. The structure does not come
/// into being then, so nobody else could release them. Used by the thread that constructs the
/// structure, and by the one that releases it.
public final class Reservations {

    private final List<Reservation> made = new ArrayList<>();

    /// Like [Reservation#of], but a refusal releases what was reserved here before.
    public Reservation of(String name, long bytes, boolean hugePages) {
        try {
            return add(Reservation.of(name, bytes, hugePages));
        } catch (RuntimeException | Error e) {
            release();
            throw e;
        }
    }

    /// Adds a reservation made elsewhere.
    public Reservation add(Reservation reservation) {
        made.add(reservation);
        return reservation;
    }

    /// Gives everything back. Nothing may touch this memory any more.
    public void release() {
        made.forEach(Reservation::release);
    }
}
