// SPDX-License-Identifier: Apache-2.0
package coex.gc.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/// The accesses to memory that have a mode. Apart from [Memory], so that one thread can make them
/// while another one links the system's calls: both take some ten milliseconds, once in a JVM.
public final class AccessModes {

    static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
    static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    static final VarHandle BYTE = ValueLayout.JAVA_BYTE.varHandle();

    private AccessModes() {}

    /// Makes the accesses ready, which they become by their first use otherwise. Any thread may
    /// call it.
    public static void prepare() {
        MemorySegment segment = MemorySegment.ofArray(new long[1]);
        LONG.setRelease(segment, 0L, 1L);
        INT.setRelease(segment, 0L, (int) (long) LONG.getAcquire(segment, 0L));
    }
}
