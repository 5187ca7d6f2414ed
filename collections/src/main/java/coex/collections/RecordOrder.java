// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.io.Serializable;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Comparator;

/// The order of records by their components, one after the other, each in its own order: for copies
/// of sorted views, whose keys need not be comparable. Who reads such a copy needs this class.
///
/// Components are records of one class, or comparable with each other; else it is a
/// `ClassCastException`, as with other comparators.
final class RecordOrder implements Comparator<Object>, Serializable {

    private static final long serialVersionUID = 1;

    /// Filled when it is first needed, and again where it is read.
    private static final ClassValue<Method[]> ACCESSORS =
            new ClassValue<>() {
                @Override
                protected Method[] computeValue(Class<?> type) {
                    RecordComponent[] components = type.getRecordComponents();
                    Method[] accessors = new Method[components.length];
                    for (int i = 0; i < components.length; i++) {
                        accessors[i] = components[i].getAccessor();
                        accessors[i].setAccessible(true);
                    }
                    return accessors;
                }
            };

    @Override
    public int compare(Object first, Object second) {
        if (!(first instanceof Record) || first.getClass() != second.getClass()) {
            @SuppressWarnings("unchecked") // the cast of the elements is the caller's
            Comparable<Object> comparable = (Comparable<Object>) first;
            return comparable.compareTo(second);
        }
        for (Method each : ACCESSORS.get(first.getClass())) {
            int order = compare(component(each, first), component(each, second));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static Object component(Method accessor, Object object) {
        try {
            return accessor.invoke(object);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("accessor fails: accessor=" + accessor, e);
        }
    }

    /// Whether records of a class can be looked into from here.
    static boolean canLookInto(Class<?> type) {
        try {
            return type.isRecord() && ACCESSORS.get(type) != null;
        } catch (InaccessibleObjectException | SecurityException e) {
            return false;
        }
    }
}
