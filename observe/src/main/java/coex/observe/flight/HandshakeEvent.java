// SPDX-License-Identifier: Apache-2.0
package coex.observe.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;
import jdk.jfr.Timespan;

/// A handshake that every mutator has answered.
@Name("coex.Handshake")
@Label("Handshake")
@Description("Every mutator did a bounded piece of work, each at a safepoint of its own")
@Category({"Coex", "GC", "Handshakes"})
@Threshold("100 us")
public final class HandshakeEvent extends HeapEvent {

    @CycleId
    @Label("GC Identifier")
    public long gcId;

    @Label("Name")
    @Description("What it was for")
    public String name;

    @Label("Mutators")
    @Description("How many were asked")
    public int mutators;

    @Label("On Behalf")
    @Description("For how many of these, blocked ones, the collector acted")
    public int onBehalf;

    @Label("Handshake Time")
    @Description("From the request to the last answer")
    @Timespan(Timespan.NANOSECONDS)
    public long handshakeTime;

    @Label("Slowest Mutator")
    @Description("Name of the thread whose answer was the last; empty if all were blocked")
    public String slowestThread;

    @Label("Slowest Answer")
    @Timespan(Timespan.NANOSECONDS)
    public long slowestTime;
}
