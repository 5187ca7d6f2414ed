// SPDX-License-Identifier: Apache-2.0
package coex.observe.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.StackTrace;

/// What the events of all heaps have in common. Field names are those of the JVM's own events
/// wherever these have such a field.
@Category({"Coex", "GC"})
@StackTrace(false)
abstract class HeapEvent extends Event {

    @Label("Heap")
    @Description("Name of the heap, of which a JVM may have several")
    public String heap;
}
