package coex.observe.hprof;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClassNamesTest {

    private final ClassNames names = new ClassNames("coex/Taken");

    @Test
    void aPlainNameGetsOurPackage() {
        assertThat(names.nameOf("Pair", 1)).isEqualTo("coex/Pair");
    }

    @Test
    void dotsSeparatePackages() {
        assertThat(names.nameOf("app.model.Pair", 1)).isEqualTo("coex/app/model/Pair");
    }

    @Test
    void whatIsNoIdentifierBecomesOne() {
        assertThat(names.nameOf("Map<K, V>", 1)).isEqualTo("coex/Map_K__V_");
        assertThat(names.nameOf("a/b;[c", 2)).isEqualTo("coex/a_b__c");
        assertThat(names.nameOf("3d.4d", 3)).isEqualTo("coex/_3d/_4d");
        assertThat(names.nameOf("Größe字", 4)).isEqualTo("coex/Größe字");
        assertThat(names.nameOf("line\nbreak\0", 5)).isEqualTo("coex/line_break_");
    }

    @Test
    void noPartOfANameIsEmpty() {
        assertThat(names.nameOf(".a..b.", 1)).isEqualTo("coex/_a/_b_");
        assertThat(names.nameOf("...", 2)).isEqualTo("coex/_/_");
    }

    @Test
    void aNameThatIsTakenGetsANumberUntilItIsNot() {
        assertThat(names.nameOf("Taken", 7)).isEqualTo("coex/Taken_7");
        assertThat(names.nameOf("a b_2", 1)).isEqualTo("coex/a_b_2");
        assertThat(names.nameOf("a_b", 3)).isEqualTo("coex/a_b");
        assertThat(names.nameOf("a b", 2)).isEqualTo("coex/a_b_2_2");
    }
}
