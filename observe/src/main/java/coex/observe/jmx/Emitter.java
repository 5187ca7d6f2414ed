// SPDX-License-Identifier: Apache-2.0
package coex.observe.jmx;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

import javax.management.ListenerNotFoundException;
import javax.management.MBeanNotificationInfo;
import javax.management.Notification;
import javax.management.NotificationBroadcasterSupport;
import javax.management.NotificationFilter;
import javax.management.NotificationListener;
import javax.management.ObjectName;

/// Those who listen to one bean. Knows whether there are any, which spares the work of telling
/// nobody.
final class Emitter extends NotificationBroadcasterSupport {

    static final String RESIZED = "coex.heap.resized";

    /// The beginning of [#LATE] and [#STALLED].
    static final String HELD = "coex.thread";

    static final String LATE = HELD + ".late";
    static final String STALLED = HELD + ".stalled";

    /// Who listens, once for each registration. Changed by any thread, read by those who report.
    private final List<NotificationListener> listeners = new CopyOnWriteArrayList<>();

    private final AtomicLong sequence = new AtomicLong();

    /// The bean's name. Written once before the bean is known to anyone, read by the sending
    /// thread.
    private volatile ObjectName source;

    Emitter(String type, String description) {
        super(
                new MBeanNotificationInfo(
                        type.equals(HELD) ? new String[] {LATE, STALLED} : new String[] {type},
                        Notification.class.getName(),
                        description));
    }

    void setSource(ObjectName name) {
        source = name;
    }

    Notification notification(String type, String message) {
        return new Notification(type, source, sequence.incrementAndGet(), message);
    }

    boolean hasListeners() {
        return !listeners.isEmpty();
    }

    @Override
    public void addNotificationListener(
            NotificationListener listener, NotificationFilter filter, Object handback) {
        super.addNotificationListener(listener, filter, handback);
        listeners.add(listener);
    }

    @Override
    public void removeNotificationListener(NotificationListener listener)
            throws ListenerNotFoundException {
        super.removeNotificationListener(listener);
        listeners.removeIf(known -> known == listener);
    }

    @Override
    public void removeNotificationListener(
            NotificationListener listener, NotificationFilter filter, Object handback)
            throws ListenerNotFoundException {
        super.removeNotificationListener(listener, filter, handback);
        listeners.remove(listener);
    }
}
