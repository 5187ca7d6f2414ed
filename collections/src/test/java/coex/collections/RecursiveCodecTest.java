package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/// Records and sealed interfaces that contain themselves, and generic ones.
class RecursiveCodecTest {

    sealed interface Expression permits Number, Name, Sum, Call {}

    record Number(long value) implements Expression {}

    record Name(String text) implements Expression {}

    record Sum(Expression left, Expression right) implements Expression {}

    record Call(String function, List<Expression> arguments) implements Expression {}

    record Person(String name, Optional<Person> boss, Map<String, Person> friends) {}

    sealed interface Tree<T> permits Leaf, Fork {}

    record Leaf<A>(A value) implements Tree<A> {}

    record Fork<A>(Tree<A> left, Tree<A> right) implements Tree<A> {}

    sealed interface Either<L, R> permits Left, Right {}

    record Left<R, L>(L value) implements Either<L, R> {} // the other way round

    record Right<L, R>(R value) implements Either<L, R> {}

    record Holder(
            Tree<String> tree,
            Either<Long, String> either,
            Either<Long, String> other,
            Even even) {}

    record Even(Optional<Odd> next) {}

    record Odd(List<Even> next) {}

    @TempDir Path folder;

    private static Expression random(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 6 : 2)) {
            case 0 -> new Number(random.nextInt(3));
            case 1 -> new Name("x" + random.nextInt(3));
            case 2, 3 -> new Sum(random(random, depth - 1), random(random, depth - 1));
            default -> {
                List<Expression> arguments = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    arguments.add(random(random, depth - 1));
                }
                yield new Call("f" + random.nextInt(2), arguments);
            }
        };
    }

    @ParameterizedTest
    @EnumSource
    void treesAreKeysAndValuesAsInJava(TestHeaps kind) {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (Heap heap = Heap.open(kind.options())) {
            PersistentSet<Expression> set =
                    PersistentCollections.in(heap).set(Codec.ofSealed(Expression.class));
            Set<Expression> model = new HashSet<>();
            for (int i = 0; i < 100; i++) {
                Expression one = random(random, 5);
                assertThat(set.contains(one)).as("seed " + seed).isEqualTo(model.contains(one));
                PersistentSet<Expression> more = set.with(one);
                set.close();
                set = more;
                model.add(one);
            }
            assertThat(set.asSet()).as("seed " + seed).isEqualTo(model);
            set.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void treesAreSavedAndRestored(TestHeaps kind) throws Exception {
        Random random = new Random(7);
        Codec<Expression> codec = Codec.ofSealed(Expression.class);
        Path file = folder.resolve("trees");
        List<Expression> written = new ArrayList<>();
        try (Heap heap = Heap.open(kind.options())) {
            PersistentCollections collections = PersistentCollections.in(heap);
            try (var save = SaveFile.open(file, collections.list(codec))) {
                for (int i = 0; i < 8; i++) {
                    written.add(random(random, 6));
                    try (PersistentList<Expression> now = save.current().append(written.get(i))) {
                        save.save(now, new byte[] {(byte) i});
                    }
                }
            }
        }
        try (Heap heap = Heap.open(kind.options())) {
            PersistentCollections collections = PersistentCollections.in(heap);
            try (var save =
                    SaveFile.open(file, collections.list(Codec.ofSealed(Expression.class)))) {
                assertThat(save.current().asList()).isEqualTo(written);
            }
            PersistentList<Person> other = collections.list(Codec.ofRecord(Person.class));
            assertThatThrownBy(() -> SaveFile.open(file, other))
                    .isInstanceOf(SavedFileException.class);
        }
    }

    private static <T> T through(PersistentCollections collections, Codec<T> codec, T value) {
        try (PersistentMap<T, T> map = collections.map(codec, codec).with(value, value)) {
            assertThat(map.containsKey(value)).isTrue();
            return map.get(value);
        }
    }

    @Test
    void recordsThatContainThemselvesInCollections() {
        try (Heap heap = Heap.open()) {
            PersistentCollections collections = PersistentCollections.in(heap);
            Person boss = new Person("Ada", Optional.empty(), Map.of());
            Person one = new Person("Bob", Optional.of(boss), Map.of("a", boss, "b", boss));
            Person other = new Person("Cyd", Optional.of(one), Map.of("c", one));
            Codec<Person> codec = Codec.ofRecord(Person.class);
            assertThat(through(collections, codec, other)).isEqualTo(other);
            assertThat(codec)
                    .isEqualTo(Codec.ofRecord(Person.class))
                    .hasSameHashCodeAs(Codec.ofRecord(Person.class));
            assertThat(codec.toString()).contains("Person").hasSizeLessThan(1000);
        }
    }

    @Test
    void genericSealedInterfacesAndRecordsInTurns() {
        try (Heap heap = Heap.open()) {
            PersistentCollections collections = PersistentCollections.in(heap);
            Holder holder =
                    new Holder(
                            new Fork<>(
                                    new Leaf<>("a"), new Fork<>(new Leaf<>("b"), new Leaf<>("c"))),
                            new Left<>(7L),
                            new Right<>("right"),
                            new Even(Optional.of(new Odd(List.of(new Even(Optional.empty()))))));
            assertThat(through(collections, Codec.ofRecord(Holder.class), holder))
                    .isEqualTo(holder);
        }
    }

    record Chain<T>(T value, Optional<Chain<T>> next) {}

    record Pair<A, B>(A first, B second) {}

    @Test
    void genericTypesWithTheirArguments() {
        try (Heap heap = Heap.open()) {
            PersistentCollections collections = PersistentCollections.in(heap);
            Codec<Tree<String>> trees = Codec.ofType(new TypeToken<Tree<String>>() {});
            Tree<String> tree =
                    new Fork<>(new Leaf<>("a"), new Fork<>(new Leaf<>("b"), new Leaf<>("c")));
            assertThat(through(collections, trees, tree)).isEqualTo(tree);
            assertThat(trees)
                    .isEqualTo(Codec.ofType(new TypeToken<Tree<String>>() {}))
                    .isNotEqualTo(Codec.ofType(new TypeToken<Tree<Long>>() {}));
            Codec<Chain<Long>> chains = Codec.ofType(new TypeToken<Chain<Long>>() {});
            Chain<Long> chain = new Chain<>(1L, Optional.of(new Chain<>(2L, Optional.empty())));
            assertThat(through(collections, chains, chain)).isEqualTo(chain);
            var pairs = Codec.ofType(new TypeToken<Map<String, Pair<Tree<Long>, Expression>>>() {});
            var pair = Map.of("x", new Pair<Tree<Long>, Expression>(new Leaf<>(1L), new Name("n")));
            assertThat(through(collections, pairs, pair)).isEqualTo(pair);
            assertThat(Codec.ofType(new TypeToken<String>() {})).isEqualTo(Codec.STRING);
            assertThat(Codec.ofType(MethodHandles.lookup(), new TypeToken<Pair<String, Long>>() {}))
                    .isNotNull();
        }
    }

    @Test
    <T> void typesWithoutACodecAreNamed() {
        assertThatThrownBy(() -> Codec.ofType(new TypeToken<Tree<Thread>>() {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("no codec for a type: found=java.lang.Thread in type=");
        assertThatThrownBy(() -> Codec.ofType(new TypeToken<Tree<T>>() {}))
                .hasMessageStartingWith("no codec for a type: found=T in type=");
        assertThatThrownBy(() -> Codec.ofType(raw())).hasMessageStartingWith("type not named");
    }

    @SuppressWarnings("rawtypes")
    private static TypeToken<?> raw() {
        return new TypeToken() {};
    }

    @Test
    void theDeepestValueIsKeptAndSavedAndADeeperOneIsRefused() throws Exception {
        try (Heap heap = Heap.open()) {
            PersistentCollections collections = PersistentCollections.in(heap);
            Codec<Expression> codec = Codec.ofSealed(Expression.class);
            Expression deepest = new Number(1);
            for (int i = 0; i < RecursiveCodec.MOST_DEPTH; i++) {
                deepest = new Sum(deepest, new Name("x"));
            }
            assertThat(through(collections, codec, deepest)).isEqualTo(deepest);
            try (PersistentSet<Expression> set = collections.set(codec).with(deepest)) {
                Path file = folder.resolve("deep");
                SavedVersions.save(file, new byte[0], set);
                assertThat(SavedVersions.restore(file, set).version(0, set)).isEqualTo(set);
                Expression deeper = new Sum(deepest, new Number(0));
                assertThatThrownBy(() -> set.with(deeper))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageStartingWith("value contains itself too deeply: most=100");
                assertThat(set.with(new Sum(new Number(1), new Number(2))).size()).isEqualTo(2);
            }
        }
    }

    record Loop(Loop next) {}

    record Grows<T>(T value, Optional<Grows<List<T>>> more) {}

    record GrowsFrom(Grows<Long> first) {}

    record Loose<T>(Tree<T> tree) {}

    @Test
    void whatCannotBeIsNamed() {
        assertThatThrownBy(() -> Codec.ofRecord(Loop.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("record contains itself: record=" + Loop.class.getName());
        assertThatThrownBy(() -> Codec.ofRecord(GrowsFrom.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("types nested too deeply");
        assertThatThrownBy(() -> Codec.ofRecord(Loose.class))
                .hasMessageContaining("component=tree")
                .hasMessageContaining("type=T");
        assertThatThrownBy(() -> Codec.ofSealed(Tree.class))
                .hasMessageContaining("no codec for a type parameter: ")
                .hasMessageContaining("parameter=A");
    }
}
