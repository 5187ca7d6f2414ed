package coex.collections.json;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Texts that are JSON and texts that are not, one for each thing that can be right or wrong.
///
/// In a text here `§41` stands for the byte with this number.
final class JsonSamples {

    /// Where Jackson and this parser differ on purpose.
    enum Jackson {
        AGREES,
        /// Takes what is an error here.
        ACCEPTS
    }

    record Sample(String text, boolean isJson, Jackson jackson) {

        byte[] bytes() {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            for (int i = 0; i < text.length(); ) {
                if (text.charAt(i) == '§') {
                    bytes.write(Integer.parseInt(text.substring(i + 1, i + 3), 16));
                    i += 3;
                } else {
                    int point = text.codePointAt(i);
                    bytes.writeBytes(Character.toString(point).getBytes(StandardCharsets.UTF_8));
                    i += Character.charCount(point);
                }
            }
            return bytes.toByteArray();
        }

        @Override
        public String toString() {
            return (isJson ? "JSON: " : "not JSON: ") + text;
        }
    }

    private JsonSamples() {}

    static List<Sample> all() {
        List<Sample> samples = new ArrayList<>();
        for (String text : ACCEPTED) {
            samples.add(new Sample(text, true, Jackson.AGREES));
        }
        for (String text : REJECTED) {
            samples.add(new Sample(text, false, Jackson.AGREES));
        }
        for (String text : REJECTED_BUT_BY_JACKSON) {
            samples.add(new Sample(text, false, Jackson.ACCEPTS));
        }
        samples.add(nested("[", "]", JsonParser.DEEPEST, true));
        samples.add(nested("[", "]", JsonParser.DEEPEST + 1, false));
        samples.add(nested("{\"a\":", "}", JsonParser.DEEPEST, false));
        samples.add(nested("{\"a\":", "1}", 1, true));
        samples.add(nested("[", "]", 100_000, false));
        samples.add(nested("[", "", 100_000, false));
        samples.add(nested("[{\"a\":", "}]", 100_000, false));
        return samples;
    }

    private static Sample nested(String opening, String closing, int levels, boolean isJson) {
        String text = opening.repeat(levels) + closing.repeat(levels);
        return new Sample(text, isJson, Jackson.AGREES);
    }

    private static final String[] ACCEPTED = {
        // Structure and white space
        "[]",
        "{}",
        " [ ] ",
        " { } ",
        "\t\n\r 1\t\n\r ",
        "[[]]",
        "[{}]",
        "{\"\":{}}",
        "[1,2,3]",
        "[1 , 2\n,\r3]",
        "{\"a\":1}",
        "{ \"a\" : 1 , \"b\" : 2 }",
        "{\"a\":{\"a\":{\"a\":[]}}}",
        "{\"a\":1,\"a\":2}",
        "{\"a\":1,\"b\":2,\"a\":3}",
        "{\"a\":1,\"\\u0061\":2}",
        "[null,true,false]",
        "§EF§BB§BF[1]",
        "§EF§BB§BF\"x\"",
        // Words
        "null",
        "true",
        "false",
        "[true]",
        // Numbers
        "0",
        "-0",
        "7",
        "-7",
        "10",
        "123456789",
        "999999999999999999",
        "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808",
        "-9223372036854775809",
        "18446744073709551616",
        "123456789012345678901234567890",
        "0.0",
        "-0.0",
        "0e0",
        "0E+1",
        "0e-1",
        "1.5",
        "-1.5",
        "1e2",
        "1E2",
        "1e+2",
        "1e-2",
        "1.5e3",
        "1.7976931348623157e308",
        "4.9e-324",
        "1e-400",
        "2.2250738585072011e-308",
        "0.1000000000000000055511151231257827021181583404541015625",
        "9007199254740993.0",
        "1234567890123456789.5",
        "100000000000000000000e-20",
        "[0,1.0,-2e1]",
        // Strings
        "\"\"",
        "\"a\"",
        "\" \"",
        "\"§7F\"",
        "\"/\"",
        "\"\\/\"",
        "\"\\\"\\\\\\b\\f\\n\\r\\t\"",
        "\"\\u0000\"",
        "\"\\u0041\\u00e9\\u20AC\"",
        "\"\\uD83D\\uDE00\"",
        "\"\\ud83d\\ude00\"",
        "\"\\uDBFF\\uDFFF\"",
        "\"\\uFFFF\"",
        "\"é\"",
        "\"€\"",
        "\"😀\"",
        "\"a😀b€cé\"",
        "\"\u2028\u2029\"",
        "\"§EF§BB§BF\"",
        "\"§C2§80\"",
        "\"§DF§BF\"",
        "\"§E0§A0§80\"",
        "\"§ED§9F§BF\"",
        "\"§EE§80§80\"",
        "\"§EF§BF§BF\"",
        "\"§F0§90§80§80\"",
        "\"§F4§8F§BF§BF\"",
        "\"exactly eight bytes and then some\"",
        "\"1234567\\n\"",
        "\"12345678\\n\"",
        "\"123456789é\"",
        "{\"\\n\":\"\\n\",\"é\":\"é\"}",
        "{\"a\\\\\":1,\"a\\\\\":2}",
        "[\"a\",\"b\",\"\"]",
    };

    private static final String[] REJECTED = {
        // Nothing, and too much
        "",
        " ",
        "§EF§BB§BF",
        "1 2",
        "[] []",
        "{}{}",
        "[1]x",
        "null null",
        "1,",
        "[1],",
        "[1]§00",
        "]",
        "}",
        ",",
        ":",
        // Arrays
        "[",
        "[1",
        "[1,",
        "[1,]",
        "[,1]",
        "[,]",
        "[1,,2]",
        "[1 2]",
        "[1:2]",
        "[1}",
        "[\"a\"",
        "[[]",
        "[]]",
        "[1;2]",
        "[\u00a01]",
        "[§0B]",
        "[§0C]",
        // Objects
        "{",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,",
        "{\"a\":1,}",
        "{,}",
        "{\"a\"}",
        "{\"a\",1}",
        "{\"a\":}",
        "{\"a\":1 \"b\":2}",
        "{\"a\":1,,\"b\":2}",
        "{a:1}",
        "{'a':1}",
        "{1:1}",
        "{null:1}",
        "{[]:1}",
        "{\"a\":1]",
        "{\"a\"::1}",
        "{\"a\" 1}",
        "{\"a\":1}}",
        "{\"a\":1;\"b\":2}",
        // Words
        "nul",
        "nulll",
        "Null",
        "NULL",
        "tru",
        "truefalse",
        "True",
        "fals",
        "yes",
        "undefined",
        "NaN",
        "Infinity",
        "-Infinity",
        "inf",
        "[nan]",
        // Comments and other dialects
        "// a\n1",
        "/* a */ 1",
        "# a\n1",
        "[1 // a\n]",
        "'a'",
        "`a`",
        "(1)",
        // Numbers
        "-",
        "+1",
        "+",
        "01",
        "-01",
        "00",
        "0x10",
        "1.",
        "-1.",
        ".5",
        "-.5",
        "1.e1",
        "1e",
        "1e+",
        "1e-",
        "1e1.5",
        "1.5.5",
        "1ee1",
        "--1",
        "1-1",
        "1+1",
        "1 000",
        "1_000",
        "0b1",
        "1a",
        "1.5f",
        "- 1",
        "[1.,2]",
        "[-]",
        "1٠",
        // Strings
        "\"",
        "\"a",
        "\"a\\",
        "\"a\\\"",
        "\"§0A\"",
        "\"§00\"",
        "\"§09\"",
        "\"§1F\"",
        "\"12345678§01\"",
        "\"\\a\"",
        "\"\\'\"",
        "\"\\0\"",
        "\"\\x41\"",
        "\"\\U0041\"",
        "\"\\u\"",
        "\"\\u1\"",
        "\"\\u12\"",
        "\"\\u123\"",
        "\"\\u123g\"",
        "\"\\u 123\"",
        "\"\\u-123\"",
        "\"\\u00A\"",
        "\"\\\n\"",
        "\"a\"b\"",
        "a\"b\"",
        // Not UTF-8
        "\"§80\"",
        "\"§BF\"",
        "\"§C3\"",
        "\"§C3(\"",
        "\"§E2§82\"",
        "\"§E2(§A1\"",
        "\"§F0§9F§98\"",
        "\"§F0(§8C§BC\"",
        "\"§F8§88§80§80§80\"",
        "\"§FC§84§80§80§80§80\"",
        "\"§FE\"",
        "\"§FF\"",
        "§80",
        "[§E9]",
        "{\"§FF\":1}",
        "\"a§E9b\"",
        "\"§ED§A0§BD§ED§B8§80\"",
        "\"§ED§BF§BF\"",
        "\"§ED§A0§80\"",
    };

    private static final String[] REJECTED_BUT_BY_JACKSON = {
        // Numbers that are infinite
        "1e309",
        "-1e309",
        "1e999",
        "[1e99999]",
        // Half a surrogate pair: Java's strings can hold it
        "\"\\ud800\"",
        "\"\\udc00\"",
        "\"\\ud800a\"",
        "\"\\ud800\\n\"",
        "\"\\ud800\\ud800\"",
        "\"\\ude00\\ud83d\"",
        // Overlong forms, and what is beyond Unicode
        "\"§C0§80\"",
        "\"§C0§AF\"",
        "\"§C1§BF\"",
        "\"§E0§80§80\"",
        "\"§E0§9F§BF\"",
        "\"§F0§80§80§80\"",
        "\"§F0§8F§BF§BF\"",
        "\"§F4§90§80§80\"",
        "\"§F5§80§80§80\"",
    };
}
