package coex.cli.doc;

import static org.assertj.core.api.Assertions.assertThat;

import coex.language.check.BuiltInSignatures;
import coex.language.type.Meaning;
import coex.language.type.Type;
import coex.language.type.Type.Basic;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.Stream;

/// What editors show about what is built in.
class BuiltInTextsTest {

    private static final List<Type> TYPES =
            List.of(
                    Basic.STRING,
                    new Type.ListOf(Basic.INT),
                    new Type.ArrayOf(Basic.INT),
                    new Type.MapOf(Basic.INT, Basic.INT),
                    new Type.SetOf(Basic.INT),
                    Basic.JSON,
                    new Type.Result(Basic.INT, Basic.STRING),
                    Basic.POSIX,
                    new Type.Channel(Basic.INT),
                    Basic.ATOMIC_INT,
                    new Type.AtomicRef(Basic.INT));

    private final BuiltInTexts texts = new BuiltInTexts();

    @Test
    void everythingThatIsBuiltInHasAText() {
        Stream<Meaning.BuiltIn> methods =
                TYPES.stream().flatMap(type -> BuiltInSignatures.methods(type).stream());
        Stream<Meaning.BuiltIn> called =
                BuiltInSignatures.namespaces().stream()
                        .flatMap(name -> BuiltInSignatures.inNamespace(name).stream());
        Stream.of(methods, called, BuiltInSignatures.functions().stream())
                .flatMap(each -> each)
                .map(each -> each.of().isEmpty() ? each.name() : each.of() + "." + each.name())
                .forEach(name -> assertThat(texts.apply(name)).as(name).isNotBlank());
    }

    @Test
    void aTextIsTheFirstParagraphAndAnExample() {
        assertThat(texts.apply("List.append"))
                .isEqualTo(
                        """
                        `xs.append(v: T) -> List<T>`: a list with `v` behind the last element.

                        ```coex
                        print([4, 5].append(6))     # prints [4, 5, 6]
                        ```\
                        """);
        assertThat(texts.apply("print"))
                .contains("Output has the text of each type")
                .contains("```coex");
        assertThat(texts.apply("posix")).isNotBlank();
        assertThat(texts.apply("List.none")).isNull();
    }
}
