package coex.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

class UserDirectoryTest {

    /// Prints where the user's directory is.
    public static final class Program {
        public static void main(String[] arguments) {
            System.out.print(
                    arguments.length == 0
                            ? UserDirectory.path()
                            : PrivateFolder.ofUser("cache").map(PrivateFolder::path));
        }
    }

    private static Path placeOf(Class<?> type) throws Exception {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private static void set(ProcessBuilder builder, String name, String value) {
        if (value == null) {
            builder.environment().remove(name);
        } else {
            builder.environment().put(name, value);
        }
    }

    /// What a process with this environment, for which the system says that the user lives in
    /// `/system`, takes for the directory. Null is a variable that is not set.
    private static String pathWith(String own, String home) throws Exception {
        return printed(own, home, "/system", List.of());
    }

    private static String printed(String own, String home, String system, List<String> arguments)
            throws Exception {
        String classes =
                Stream.of(placeOf(UserDirectory.class), placeOf(Program.class))
                        .map(Path::toString)
                        .collect(Collectors.joining(File.pathSeparator));
        var command =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Duser.home=" + system,
                        "-cp",
                        classes,
                        Program.class.getName());
        var builder =
                new ProcessBuilder(Stream.concat(command.stream(), arguments.stream()).toList());
        set(builder, "COEX_HOME", own);
        set(builder, "HOME", home);
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().remove("JDK_JAVA_OPTIONS");
        Process process = builder.redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    /own, /home, /own
                    ,     /home, /home/.coex
                    '',   /home, /home/.coex
                    ,     '',    /system/.coex
                    ,     ,      /system/.coex
                    """)
    void theDirectoryIsTheOneNamedOrInTheHomeOfTheShellOrOfTheSystem(
            String own, String home, String expected) throws Exception {
        assertThat(pathWith(own, home)).isEqualTo(expected);
    }

    /// Else its content would be that of any folder somebody starts a program in.
    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    /own, /home, /system, Optional[/own/cache]
                    ,     /home, /system, Optional[/home/.coex/cache]
                    ,     ,      ?,       Optional.empty
                    ,     ,      home,    Optional.empty
                    ,     home,  /system, Optional.empty
                    own,  /home, /system, Optional.empty
                    """)
    void aUserWithoutAnAbsoluteHomeHasNoPrivateFolders(
            String own, String home, String system, String expected) throws Exception {
        assertThat(printed(own, home, system, List.of("private"))).isEqualTo(expected);
    }
}
