// SPDX-License-Identifier: Apache-2.0
package coex.collections.json;

import static coex.collections.json.JsonShapes.FORM;
import static coex.collections.json.JsonShapes.LENGTH;
import static coex.collections.json.JsonShapes.VALUES;
import static coex.collections.json.JsonShapes.formBytes;
import static coex.collections.json.JsonShapes.handleAt;
import static coex.collections.json.JsonShapes.objectBytes;

import coex.collections.value.Room;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// Objects of 1 to [JsonShapes#MOST_SLIM] fields, with their values inside.
///
/// `address` is that of an object here; what looks is no safepoint, what makes is one.
final class SlimObjects {

    private final JsonForms forms;
    private final int objectShape;

    SlimObjects(JsonForms forms, JsonShapes shapes) {
        this.forms = forms;
        this.objectShape = shapes.object().id();
    }

    static int length(long address) {
        return Memory.getInt(address + LENGTH) - 1;
    }

    static long form(long address) {
        return handleAt(address + FORM);
    }

    static long value(long address, int index) {
        return handleAt(address + VALUES + 4L * index);
    }

    static long name(MutatorContext mutator, long address, int index) {
        return JsonForms.name(mutator.address(form(address)), index);
    }

    int find(MutatorContext mutator, long address, long name) {
        return forms.find(mutator, mutator.address(form(address)), name);
    }

    /// An object with a value replaced.
    long withValue(MutatorContext mutator, long json, int index, long value) {
        long before = mutator.address(json);
        if (value(before, index) == value) {
            return json;
        }
        int bytes = objectBytes(length(before));
        Room.make(mutator, bytes, 1, json, value, 0);
        long old = mutator.address(json);
        long address = mutator.allocator().takeReserved(bytes);
        Memory.copyWords(old + 8, address + 8, (bytes >>> 3) - 1);
        Memory.putInt(address + VALUES + 4L * index, (int) value);
        return publish(mutator, address);
    }

    /// An object with a field more, of a name it does not have; there must be room for it.
    long withField(MutatorContext mutator, long json, long name, long value) {
        int length = length(mutator.address(json));
        int bytes = objectBytes(length + 1);
        Room.make(mutator, bytes + formBytes(length + 1), 2, json, name, value);
        long old = mutator.address(json);
        long form = forms.withName(mutator, mutator.address(form(old)), length, name);
        long address = take(mutator, form, length + 1);
        for (int i = 0; i < length; i++) {
            Memory.putInt(address + VALUES + 4L * i, (int) value(old, i));
        }
        Memory.putInt(address + VALUES + 4L * length, (int) value);
        return publish(mutator, address);
    }

    /// An object of one field.
    long ofField(MutatorContext mutator, long name, long value) {
        Room.make(mutator, objectBytes(1) + formBytes(1), 2, name, value, 0);
        long form = forms.withName(mutator, 0, 0, name);
        long address = take(mutator, form, 1);
        Memory.putInt(address + VALUES, (int) value);
        return publish(mutator, address);
    }

    /// An object, of at least two fields, without one of them.
    long withoutField(MutatorContext mutator, long json, int index) {
        int length = length(mutator.address(json));
        int bytes = objectBytes(length - 1);
        Room.make(mutator, bytes + formBytes(length - 1), 2, json, 0, 0);
        long old = mutator.address(json);
        long form = forms.withoutName(mutator, mutator.address(form(old)), length, index);
        long address = take(mutator, form, length - 1);
        for (int i = 0; i < length - 1; i++) {
            int from = i < index ? i : i + 1;
            Memory.putInt(address + VALUES + 4L * i, (int) value(old, from));
        }
        return publish(mutator, address);
    }

    /// A form of names that are all different. The caller keeps them alive.
    long form(MutatorContext mutator, long[] names, int from, int count) {
        Room.make(mutator, formBytes(count), 1, 0, 0, 0);
        return forms.of(mutator, names, from, count);
    }

    /// An object of a form and as many values as it has names. The caller keeps the values alive.
    long of(MutatorContext mutator, long form, long[] values, int from, int count) {
        Room.make(mutator, objectBytes(count), 1, form, 0, 0);
        long address = take(mutator, form, count);
        for (int i = 0; i < count; i++) {
            Memory.putInt(address + VALUES + 4L * i, (int) values[from + i]);
        }
        return publish(mutator, address);
    }

    private static long take(MutatorContext mutator, long form, int length) {
        int bytes = objectBytes(length);
        long address = mutator.allocator().takeReserved(bytes);
        Memory.putLong(address + bytes - 8, 0); // padding
        Memory.putInt(address + LENGTH, length + 1);
        Memory.putInt(address + FORM, (int) form);
        return address;
    }

    private long publish(MutatorContext mutator, long address) {
        return mutator.allocator().publish(address, objectShape, ObjectHeader.SEALED);
    }
}
