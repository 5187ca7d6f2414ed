// SPDX-License-Identifier: Apache-2.0
package coex.observe.jmx;

import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/// The names of a heap's beans.
public final class BeanNames {

    /// All beans of heaps, and nothing else.
    public static final String DOMAIN = "coex";

    private static final String SPECIAL = ",=:*?\"\n";

    private BeanNames() {}

    /// @param type `Heap`, `HeapCycles` or `HeapHolds`
    /// @param heapName any text
    /// @param copy 1 for the first heap of that name; from 2 on it becomes part of the name
    static ObjectName of(String type, String heapName, int copy) {
        String name = copy == 1 ? heapName : heapName + "#" + copy;
        boolean plain = !name.isEmpty() && name.chars().noneMatch(c -> SPECIAL.indexOf(c) >= 0);
        try {
            return new ObjectName(
                    "%s:type=%s,name=%s"
                            .formatted(DOMAIN, type, plain ? name : ObjectName.quote(name)));
        } catch (MalformedObjectNameException e) {
            throw new IllegalArgumentException("no name for a bean: heap=" + heapName, e);
        }
    }

    /// The heap's name, with `#2` and so on if it is not the first of that name.
    public static String heapOf(ObjectName bean) {
        String name = bean.getKeyProperty("name");
        return name.startsWith("\"") ? ObjectName.unquote(name) : name;
    }
}
