package coex.cli.doc;

import coex.language.problem.Similar;

import org.commonmark.node.Node;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Finds what a user asks for: a page by its name or title, a heading, a code of a problem, a
/// function of a module, or a method by its bare name.
final class Lookup {

    /// A place in the manual.
    ///
    /// @param name what finds it, and it alone
    record Entry(String name, Page page, Optional<Page.Section> section) {

        List<Node> nodes() {
            return section.map(Page.Section::nodes).orElse(page.nodes());
        }

        String title() {
            return section.map(Page.Section::title).orElse(page.title());
        }
    }

    private static final int MOST_MENTIONS = 8;
    private static final int MOST_SIMILAR = 3;

    /// Names in the order of how well they say what they are of: a later list is looked at only if
    /// nothing is found in those before.
    private final List<Map<String, List<Entry>>> ranks = new ArrayList<>();

    private final Manual manual;

    Lookup(Manual manual) {
        this.manual = manual;
        for (int i = 0; i < 4; i++) {
            ranks.add(new LinkedHashMap<>());
        }
        manual.pages().forEach(this::add);
    }

    private void add(Page page) {
        var whole = new Entry(page.name(), page, Optional.empty());
        put(0, page.name(), whole);
        put(0, page.path().replaceFirst("\\.md$", ""), whole);
        if (!page.isIndex()) {
            put(2, Page.bareName(page.path()), whole);
        }
        put(2, page.title(), whole);
        boolean isModule = page.folder().equals("std") || page.folder().equals("files");
        int rank = page.folder().equals("reference") ? 1 : 2;
        for (Page.Section section : page.sections()) {
            String name = isModule ? page.name() + "." + section.title() : section.title();
            var entry = new Entry(name, page, Optional.of(section));
            put(isModule ? 1 : rank, name, entry);
            String last = section.title().substring(section.title().lastIndexOf('.') + 1);
            put(3, last, entry);
            put(3, section.title(), entry);
        }
    }

    private void put(int rank, String name, Entry entry) {
        List<Entry> entries =
                ranks.get(rank).computeIfAbsent(normalised(name), _ -> new ArrayList<>());
        if (!entries.contains(entry)) {
            entries.add(entry);
        }
    }

    /// `List.append()` and `list.append` are the same.
    private static String normalised(String name) {
        return name.strip()
                .toLowerCase(Locale.ROOT)
                .replaceFirst("\\(.*\\)$", "")
                .replaceFirst("^\\.", "")
                .replaceAll("[`\\s]+", " ")
                .strip();
    }

    /// All that is meant by a name; empty if nothing is.
    List<Entry> find(String wanted) {
        String name = normalised(wanted);
        return ranks.stream()
                .map(rank -> rank.getOrDefault(name, List.of()))
                .filter(found -> !found.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    /// What was probably meant by a name that is none.
    List<String> similar(String wanted) {
        String name = normalised(wanted);
        var known = new ArrayList<String>();
        ranks.forEach(rank -> known.addAll(rank.keySet()));
        String bare = name.substring(name.lastIndexOf('.') + 1);
        if (!bare.equals(name) && !find(bare).isEmpty()) {
            return List.of(spelled(bare));
        }
        List<String> begun =
                known.stream()
                        .filter(each -> name.length() > 2 && each.startsWith(name))
                        .map(this::spelled)
                        .distinct()
                        .limit(MOST_SIMILAR)
                        .toList();
        return begun.isEmpty()
                ? Similar.to(name, known).map(this::spelled).stream().toList()
                : begun;
    }

    /// What to ask for: the name of the only thing that is meant, or what several have in common.
    private String spelled(String name) {
        List<Entry> found = find(name);
        return found.size() == 1 ? found.getFirst().name() : name;
    }

    /// The pages in which a word occurs, those with most of it first, each by its best section.
    List<Entry> mentions(String word) {
        if (word.isBlank()) {
            return List.of();
        }
        Pattern wanted =
                Pattern.compile(
                        "(?<!\\w)" + Pattern.quote(word.strip()) + "(?!\\w)",
                        Pattern.CASE_INSENSITIVE);
        Map<Entry, Long> counts = new LinkedHashMap<>();
        for (Page page : manual.pages()) {
            for (Page.Section section : page.sections()) {
                counts.put(
                        new Entry(page.name(), page, Optional.of(section)), count(section, wanted));
            }
        }
        Set<Page> seen = new HashSet<>();
        return counts.entrySet().stream()
                .filter(each -> each.getValue() > 0)
                .sorted(Map.Entry.<Entry, Long>comparingByValue().reversed())
                .map(Map.Entry::getKey)
                .filter(entry -> seen.add(entry.page()))
                .limit(MOST_MENTIONS)
                .toList();
    }

    private static long count(Page.Section section, Pattern word) {
        return section.nodes().stream()
                .mapToLong(node -> word.matcher(Markdown.plain(node)).results().count())
                .sum();
    }
}
