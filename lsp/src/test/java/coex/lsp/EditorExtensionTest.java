package coex.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import coex.language.syntax.TokenKind;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What can be known of the extension without npm: its files are there and understood, its grammar
/// knows the words of the language, and what its manifest promises is in its code.
class EditorExtensionTest {

    private static final Path EXTENSION = Path.of("../editors/vscode");

    private static final Pattern WORD = Pattern.compile("[A-Za-z_]\\w*");
    private static final Pattern REGISTERED =
            Pattern.compile("registerCommand\\(\\s*\"([\\w.]+)\"");
    private static final Pattern READ_SETTING =
            Pattern.compile("getConfiguration\\(\"(\\w+)\"\\)\\.get\\(\"(\\w+)\"\\)");
    private static final Pattern STARTED = Pattern.compile("\\[\"([a-z-]+)\"]");

    private static JsonObject json(String file) throws IOException {
        return new Gson().fromJson(Files.readString(EXTENSION.resolve(file)), JsonObject.class);
    }

    private static JsonObject contributions() throws IOException {
        return json("package.json").getAsJsonObject("contributes");
    }

    private static String code() throws IOException {
        return Files.readString(EXTENSION.resolve("src/extension.js"));
    }

    /// All regular expressions of a grammar.
    private static List<String> expressions(JsonElement grammar) {
        var found = new ArrayList<String>();
        if (grammar instanceof JsonArray array) {
            array.forEach(each -> found.addAll(expressions(each)));
        } else if (grammar instanceof JsonObject object) {
            object.entrySet()
                    .forEach(
                            each -> {
                                boolean isExpression =
                                        Set.of("match", "begin", "end").contains(each.getKey());
                                if (isExpression && each.getValue().isJsonPrimitive()) {
                                    found.add(each.getValue().getAsString());
                                } else {
                                    found.addAll(expressions(each.getValue()));
                                }
                            });
        }
        return found;
    }

    @Test
    void theGrammarKnowsAllReservedWords() throws Exception {
        // Without escapes, which end in letters.
        String all =
                String.join(" ", expressions(json("syntaxes/coex.tmLanguage.json")))
                        .replaceAll("\\\\[a-zA-Z]", " ");
        Set<String> known =
                WORD.matcher(all)
                        .results()
                        .map(word -> word.group())
                        .collect(Collectors.toCollection(TreeSet::new));
        assertThat(known).containsAll(TokenKind.reservedWords());
    }

    @Test
    void theFilesOfTheManifestAreThere() throws Exception {
        JsonObject manifest = json("package.json");
        var files = new ArrayList<>(List.of(manifest.get("main").getAsString()));
        for (JsonElement language : contributions().getAsJsonArray("languages")) {
            files.add(language.getAsJsonObject().get("configuration").getAsString());
        }
        for (JsonElement grammar : contributions().getAsJsonArray("grammars")) {
            files.add(grammar.getAsJsonObject().get("path").getAsString());
        }
        assertThat(files).allSatisfy(file -> assertThat(EXTENSION.resolve(file)).isRegularFile());
        assertThat(json("language-configuration.json").getAsJsonObject("comments").size())
                .isPositive();
    }

    @Test
    void commandsAndSettingsOfTheManifestAreThoseOfTheCode() throws Exception {
        Set<String> promised = new TreeSet<>();
        for (JsonElement command : contributions().getAsJsonArray("commands")) {
            promised.add(command.getAsJsonObject().get("command").getAsString());
        }
        assertThat(promised).isNotEmpty();
        assertThat(REGISTERED.matcher(code()).results().map(found -> found.group(1)))
                .containsExactlyInAnyOrderElementsOf(promised);
        Set<String> settings =
                contributions()
                        .getAsJsonObject("configuration")
                        .getAsJsonObject("properties")
                        .keySet();
        assertThat(
                        READ_SETTING
                                .matcher(code())
                                .results()
                                .map(found -> found.group(1) + "." + found.group(2)))
                .containsExactlyInAnyOrderElementsOf(settings);
    }

    /// `coex` has the commands that the extension starts; `LspIT` and `DebugIT` run both.
    @Test
    void itStartsTheCommandsThatServeEditors() throws Exception {
        assertThat(STARTED.matcher(code()).results().map(found -> found.group(1)))
                .containsExactlyInAnyOrder("lsp", "debug-adapter");
    }
}
