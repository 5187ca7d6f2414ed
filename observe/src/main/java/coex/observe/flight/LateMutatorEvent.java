// SPDX-License-Identifier: Apache-2.0
package coex.observe.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/// A mutator has not answered a handshake for a while.
@Name("coex.LateMutator")
@Label("Late Mutator")
@Description("A mutator has not answered a handshake for a while; it is waited for all the same")
@Category({"Coex", "GC", "Handshakes"})
public final class LateMutatorEvent extends HeapEvent {

    @CycleId
    @Label("GC Identifier")
    public long gcId;

    @Label("Name")
    @Description("What the handshake is for")
    public String name;

    @Label("Mutator")
    @Description("Name of the thread that is waited for")
    public String mutator;

    @Label("Wait Time")
    @Description("How long the collector has been waiting")
    @Timespan(Timespan.NANOSECONDS)
    public long waitTime;

    @Label("At")
    @Description("The thread's innermost stack frame")
    public String at;
}
