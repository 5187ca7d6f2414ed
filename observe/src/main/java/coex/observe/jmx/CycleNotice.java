// SPDX-License-Identifier: Apache-2.0
package coex.observe.jmx;

import coex.observe.HeapCyclesMXBean;
import coex.observe.HeapCyclesMXBean.Cycle;

import com.sun.management.GarbageCollectionNotificationInfo;

import java.lang.reflect.Proxy;
import java.util.Locale;

import javax.management.JMException;
import javax.management.StandardMBean;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;

/// A cycle as the user data of a notification, in the form of [GarbageCollectionNotificationInfo],
/// so that what reads the JVM's own reads ours.
final class CycleNotice {

    static final String TYPE = GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION;

    private static final String[] ITEMS = {"gcName", "gcAction", "gcCause", "gcInfo"};

    private CycleNotice() {}

    static CompositeData of(String heapName, Cycle cycle) {
        try {
            CompositeData info = openData(cycle);
            OpenType<?>[] types = {
                SimpleType.STRING, SimpleType.STRING, SimpleType.STRING, info.getCompositeType()
            };
            var type = new CompositeType("CycleNotice", "A cycle of a heap", ITEMS, ITEMS, types);
            String action = "end of %s cycle".formatted(cycle.kind().toLowerCase(Locale.ROOT));
            Object[] values = {CyclesBean.nameOf(heapName), action, cycle.cause(), info};
            return new CompositeDataSupport(type, ITEMS, values);
        } catch (JMException e) {
            throw new IllegalStateException("cycle has no open type: cycle=" + cycle.id(), e);
        }
    }

    /// What the platform makes of a cycle that a bean returns.
    private static CompositeData openData(Cycle cycle) throws JMException {
        Class<HeapCyclesMXBean> face = HeapCyclesMXBean.class;
        Object bean =
                Proxy.newProxyInstance(
                        face.getClassLoader(), new Class<?>[] {face}, (_, _, _) -> cycle);
        return (CompositeData)
                new StandardMBean(face.cast(bean), face, true).getAttribute("LastCycle");
    }
}
