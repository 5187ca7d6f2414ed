package coex.stress.face;

import static coex.stress.face.Mismatch.requireEqual;

import coex.collections.PersistentArray;
import coex.collections.PersistentCollection;
import coex.collections.PersistentList;
import coex.stress.face.Held.Point;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/// As [Changes], of lists, arrays and text. For one thread.
final class SequenceChanges {

    private static final int POINTS = 25;

    private final Changes changes;
    private final Random random;

    /// Closes or drops a collection that only this thread has.
    private final Consumer<PersistentCollection> letGo;

    SequenceChanges(Changes changes, Random random, Consumer<PersistentCollection> letGo) {
        this.changes = changes;
        this.random = random;
        this.letGo = letGo;
    }

    Held changedList(Held.OfList list) {
        List<Point> model = new ArrayList<>(list.model());
        Point point = new Point(random.nextInt(POINTS), random.nextInt());
        switch (random.nextInt(11)) {
            case 0, 1 -> {
                model.add(point);
                return new Held.OfList(list.collection().append(point), model);
            }
            case 2 -> {
                if (model.isEmpty()) {
                    return changes.fresh();
                }
                int index = random.nextInt(model.size());
                model.set(index, point);
                return new Held.OfList(list.collection().with(index, point), model);
            }
            case 3 -> {
                int index = random.nextInt(model.size() + 1);
                model.add(index, point);
                return new Held.OfList(list.collection().insert(index, point), model);
            }
            case 4 -> {
                model.addAll(list.model().subList(0, Math.min(50, list.model().size())));
                return new Held.OfList(
                        list.collection()
                                .appendAll(
                                        list.model().subList(0, Math.min(50, list.model().size()))),
                        model);
            }
            case 5 -> {
                if (model.isEmpty()) {
                    return changes.fresh();
                }
                int index = random.nextInt(model.size());
                model.remove(index);
                return new Held.OfList(list.collection().without(index), model);
            }
            case 6 -> {
                model.addFirst(point);
                return new Held.OfList(list.collection().prepend(point), model);
            }
            case 7 -> {
                int from = Math.max(0, model.size() - 40);
                PersistentList<Point> other = list.collection().slice(from, model.size());
                model.addAll(List.copyOf(model.subList(from, model.size())));
                PersistentList<Point> made = list.collection().appendAll(other);
                letGo.accept(other);
                return new Held.OfList(made, model);
            }
            case 8, 9 -> {
                return builtList(list);
            }
            default -> {
                int from = random.nextInt(model.size() + 1);
                return new Held.OfList(
                        list.collection().slice(from, model.size()),
                        List.copyOf(model.subList(from, model.size())));
            }
        }
    }

    private Held builtList(Held.OfList list) {
        List<Point> model = new ArrayList<>(list.model());
        PersistentList.Builder<Point> builder = list.collection().builder();
        for (int i = 0; i < 40; i++) {
            Point point = new Point(i, random.nextInt());
            switch (model.isEmpty() ? 0 : random.nextInt(4)) {
                case 0, 1 -> {
                    builder.add(point);
                    model.add(point);
                }
                case 2 -> {
                    int index = random.nextInt(model.size());
                    builder.set(index, point);
                    model.set(index, point);
                    requireEqual("builder", builder.get(index), point);
                }
                default -> {
                    builder.removeLast();
                    model.removeLast();
                }
            }
            requireEqual("size of builder", builder.size(), model.size());
        }
        return new Held.OfList(builder.build(), model);
    }

    Held changedArray(Held.OfArray array) {
        List<Long> model = new ArrayList<>(array.model());
        long value = random.nextLong();
        PersistentArray<Long> made;
        if (model.isEmpty() || random.nextBoolean()) {
            model.add(value);
            made = array.collection().append(value);
        } else {
            int index = random.nextInt(model.size());
            model.set(index, value);
            made = array.collection().with(index, value);
        }
        return new Held.OfArray(made, model);
    }

    /// Letters of one to four bytes.
    String letters() {
        return "aü\u20ac\ud83c\udf75 \"x".repeat(random.nextInt(8));
    }

    Held changedText(Held.OfText text) {
        String model = text.model();
        if (model.length() > 5000 || random.nextInt(4) == 0) {
            int length = model.codePointCount(0, model.length());
            int from = model.offsetByCodePoints(0, random.nextInt(length + 1));
            return new Held.OfText(
                    text.collection().slice(bytes(model.substring(0, from)), bytes(model)),
                    model.substring(from));
        }
        if (random.nextInt(3) == 0) {
            return new Held.OfText(text.collection().append(text.collection()), model + model);
        }
        String more = letters();
        return new Held.OfText(text.collection().append(more), model + more);
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
