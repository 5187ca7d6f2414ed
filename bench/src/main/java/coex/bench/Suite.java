package coex.bench;

import coex.bench.language.LanguageWork;
import coex.bench.rows.AllocateRows;
import coex.bench.rows.BoardRows;
import coex.bench.rows.CapacityRows;
import coex.bench.rows.CompactionRows;
import coex.bench.rows.CompileRows;
import coex.bench.rows.EditorRows;
import coex.bench.rows.EntrySpaceRows;
import coex.bench.rows.FieldReadRows;
import coex.bench.rows.FloodRows;
import coex.bench.rows.HandshakeRows;
import coex.bench.rows.HoldRows;
import coex.bench.rows.HprofRows;
import coex.bench.rows.JsonRows;
import coex.bench.rows.KeyedRows;
import coex.bench.rows.LanguageRows;
import coex.bench.rows.ListRows;
import coex.bench.rows.MapChurnRows;
import coex.bench.rows.MarkRows;
import coex.bench.rows.ObserveRows;
import coex.bench.rows.RefillRows;
import coex.bench.rows.RowGroup;
import coex.bench.rows.SaveRows;
import coex.bench.rows.SmallCollectionRows;
import coex.bench.rows.SpaceRows;
import coex.bench.rows.StartUpRows;
import coex.bench.rows.StoreLimitRows;
import coex.bench.rows.StoreSpeedRows;
import coex.bench.rows.StoreStallRows;
import coex.bench.rows.TaskRows;
import coex.bench.rows.VersionRows;
import coex.bench.rows.YoungRows;
import coex.bench.subject.Keyed;
import coex.bench.tasks.TaskWork;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Groups of rows that one command measures.
enum Suite {
    /// The collector.
    GC(
            List.of(
                    new FieldReadRows(),
                    new AllocateRows(),
                    new RefillRows(),
                    new MarkRows(),
                    new YoungRows(),
                    new CompactionRows(),
                    new SmallCollectionRows(),
                    new HandshakeRows(),
                    new HoldRows(),
                    new SpaceRows(),
                    new HprofRows()),
            List.of(new ObserveRows())),

    /// Persistent collections.
    COLLECTIONS(
            List.of(
                    new KeyedRows(Keyed.MAP, KeyedRows.Operation.GET),
                    new KeyedRows(Keyed.MAP, KeyedRows.Operation.UPDATE),
                    new KeyedRows(Keyed.MAP, KeyedRows.Operation.REMOVE),
                    new KeyedRows(Keyed.MAP, KeyedRows.Operation.BUILD),
                    new KeyedRows(Keyed.MAP, KeyedRows.Operation.ITERATE),
                    new KeyedRows(Keyed.SET, KeyedRows.Operation.GET),
                    new KeyedRows(Keyed.SET, KeyedRows.Operation.UPDATE),
                    new KeyedRows(Keyed.SET, KeyedRows.Operation.REMOVE),
                    new KeyedRows(Keyed.SET, KeyedRows.Operation.ITERATE),
                    new KeyedRows(Keyed.SORTED_MAP, KeyedRows.Operation.GET),
                    new KeyedRows(Keyed.SORTED_MAP, KeyedRows.Operation.UPDATE),
                    new KeyedRows(Keyed.SORTED_MAP, KeyedRows.Operation.REMOVE),
                    new KeyedRows(Keyed.SORTED_MAP, KeyedRows.Operation.ITERATE),
                    new KeyedRows(Keyed.SORTED_MAP, KeyedRows.Operation.RANGE),
                    new KeyedRows(Keyed.SORTED_SET, KeyedRows.Operation.GET),
                    new KeyedRows(Keyed.SORTED_SET, KeyedRows.Operation.UPDATE),
                    new KeyedRows(Keyed.SORTED_SET, KeyedRows.Operation.REMOVE),
                    new KeyedRows(Keyed.SORTED_SET, KeyedRows.Operation.ITERATE),
                    new KeyedRows(Keyed.SORTED_SET, KeyedRows.Operation.RANGE),
                    new ListRows(ListRows.Operation.APPEND),
                    new ListRows(ListRows.Operation.GET),
                    new ListRows(ListRows.Operation.UPDATE),
                    new ListRows(ListRows.Operation.ITERATE),
                    new JsonRows(),
                    new FloodRows(),
                    new EntrySpaceRows(),
                    new MapChurnRows(),
                    new VersionRows(),
                    new BoardRows(),
                    new SaveRows(),
                    new CapacityRows()),
            List.of()),

    /// Coex programs.
    LANGUAGE(languageGroups(), List.of()),

    /// Tasks and channels of Coex programs.
    TASKS(Arrays.stream(TaskWork.values()).<RowGroup>map(TaskRows::new).toList(), List.of()),

    /// How long programs take to start.
    START_UP(List.of(new StartUpRows()), List.of()),

    /// State stores for Kafka Streams.
    STREAMS(List.of(new StoreSpeedRows(), new StoreStallRows(), new StoreLimitRows()), List.of()),

    /// The language server.
    EDITOR(List.of(new EditorRows()), List.of());

    private final List<RowGroup> groups;

    /// Measured only if `--only` names them: they take long and rarely change.
    private final List<RowGroup> onRequest;

    Suite(List<RowGroup> groups, List<RowGroup> onRequest) {
        this.groups = groups;
        this.onRequest = onRequest;
    }

    private static List<RowGroup> languageGroups() {
        return Stream.concat(
                        Arrays.stream(LanguageWork.values()).map(LanguageRows::new),
                        Stream.of(new CompileRows()))
                .toList();
    }

    /// The suite that a word of the command line names.
    ///
    /// @throws IllegalArgumentException saying which there are
    static Suite named(String word) {
        return Arrays.stream(values())
                .filter(suite -> suite.word().equals(word))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "no suite called %s; there are %s"
                                                .formatted(word, words(", "))));
    }

    /// All names.
    static List<String> words() {
        return Arrays.stream(values()).map(Suite::word).toList();
    }

    static String words(String separator) {
        return String.join(separator, words());
    }

    /// Its name on the command line.
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// The group called `only`, or those that are measured by default if that is null.
    ///
    /// @throws IllegalArgumentException saying which there are
    List<RowGroup> chosen(String only) {
        if (only == null) {
            return groups;
        }
        List<RowGroup> all = all();
        List<RowGroup> named = all.stream().filter(each -> each.name().equals(only)).toList();
        if (named.isEmpty()) {
            throw new IllegalArgumentException(
                    "no rows called %s; there are %s"
                            .formatted(
                                    only,
                                    String.join(", ", all.stream().map(RowGroup::name).toList())));
        }
        return named;
    }

    List<RowGroup> all() {
        return Stream.concat(groups.stream(), onRequest.stream()).toList();
    }
}
