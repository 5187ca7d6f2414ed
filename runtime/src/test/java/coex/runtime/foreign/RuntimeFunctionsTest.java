package coex.runtime.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.text.Strings;
import coex.gc.Heap;
import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.type.ExternSymbol;
import coex.language.type.FunctionSymbol;
import coex.language.type.ModuleLoader;
import coex.language.type.Type;
import coex.runtime.TestPrograms;
import coex.runtime.error.CoexError;
import coex.runtime.library.FileModules;
import coex.runtime.sandbox.FileAccess;
import coex.runtime.sandbox.Permissions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The functions of the runtime that modules of the library declare `extern`. A declaration with
/// other types would make handles of numbers.
class RuntimeFunctionsTest {

    private static final Path LIBRARY = Path.of("src/main/resources/coex");

    private static final List<String> TYPES =
            List.of("int", "string", "posix", "float", "bool", "byte", "char");

    private static final Permissions NOTHING =
            new Permissions(FileAccess.ALL, Optional.empty(), false);

    @TempDir Path folder;

    @Test
    void theLibraryDeclaresEachWithItsTypes() throws IOException {
        var all = new HashMap<>(StandardFunctions.FUNCTIONS);
        all.putAll(Regexes.FUNCTIONS);
        all.putAll(FolderFunctions.FUNCTIONS);
        assertThat(declared()).isEqualTo(all);
    }

    @Test
    void eachIsFoundWithItsTypesAndNoOthers() throws IOException {
        try (Heap heap = Heap.open(TestPrograms.plain())) {
            var functions = new ForeignFunctions(Strings.of(heap), List.of(), NOTHING);
            Map<String, Signature> declared = declared();
            declared.forEach(
                    (name, signature) -> {
                        assertThat(find(functions, name, signature).type())
                                .isEqualTo(signature.type());
                        for (Signature wrong : exchanged(signature)) {
                            assertNotAllowed(functions, name, wrong);
                        }
                    });
        }
    }

    /// With its own types too: a program calls what these do through the library.
    @Test
    void noProgramDeclaresOne() throws IOException {
        declared()
                .forEach(
                        (name, signature) -> {
                            var all = new ArrayList<>(exchanged(signature));
                            all.add(signature);
                            for (Signature each : all) {
                                assertThat(codes(declaration(name, each)))
                                        .as(name + each)
                                        .containsExactly("N013");
                            }
                        });
    }

    private List<String> codes(String declaration) {
        var problems = new Problems();
        ModuleLoader.load(
                new SourceFile(folder.resolve("main.coex").toString(), declaration),
                new FileModules(),
                problems);
        return problems.inOrder().stream().map(problem -> problem.report().code()).toList();
    }

    private static String declaration(String name, Signature signature) {
        var parameters = new ArrayList<String>();
        for (String type : signature.parameters()) {
            parameters.add("p%d: %s".formatted(parameters.size(), type));
        }
        return "extern %s(%s)%s ~\n"
                .formatted(
                        name,
                        String.join(", ", parameters),
                        signature.result().isEmpty() ? "" : " -> " + signature.result());
    }

    private static MethodHandle find(ForeignFunctions functions, String name, Signature signature) {
        return functions.find(name, signature.parameters(), signature.result());
    }

    private static void assertNotAllowed(
            ForeignFunctions functions, String name, Signature signature) {
        var arguments = new ArrayList<Object>(Collections.nCopies(1, null));
        signature.type().parameterList().stream()
                .skip(1)
                .forEach(type -> arguments.add(type == boolean.class ? (Object) true : 0));
        assertThatThrownBy(() -> find(functions, name, signature).invokeWithArguments(arguments))
                .as(name + signature)
                .isInstanceOf(CoexError.class)
                .hasMessageContaining(name + " is not allowed");
    }

    /// All signatures that differ from this one in one place.
    private static List<Signature> exchanged(Signature signature) {
        var others = new ArrayList<Signature>();
        for (String type : TYPES) {
            for (int i = 0; i < signature.parameters().size(); i++) {
                var parameters = new ArrayList<>(signature.parameters());
                parameters.set(i, type);
                others.add(new Signature(parameters, signature.result()));
            }
            others.add(new Signature(signature.parameters(), type));
        }
        others.removeIf(signature::equals);
        return others;
    }

    /// What the modules of the library declare, as generated code spells it.
    private Map<String, Signature> declared() throws IOException {
        var imports = new StringBuilder();
        for (String part : List.of("lib", "std")) {
            try (Stream<Path> files = Files.list(LIBRARY.resolve(part))) {
                files.map(file -> file.getFileName().toString().replace(".coex", ""))
                        .forEach(name -> imports.append("import ").append(name).append('\n'));
            }
        }
        var problems = new Problems();
        var declared = new HashMap<String, Signature>();
        ModuleLoader.load(
                        new SourceFile(folder.resolve("main.coex").toString(), imports.toString()),
                        new FileModules(),
                        problems)
                .forEach(
                        module ->
                                module.externs()
                                        .forEach(
                                                (name, extern) ->
                                                        declared.put(name, signature(extern))));
        assertThat(problems.inOrder()).isEmpty();
        return declared;
    }

    private static Signature signature(ExternSymbol extern) {
        return new Signature(
                extern.parameters().stream()
                        .map(FunctionSymbol.Parameter::type)
                        .map(Type::spelling)
                        .toList(),
                extern.result() == Type.Basic.NOTHING ? "" : extern.result().spelling());
    }
}
