package coex.cli.program;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The script at the start of an [Executable].
final class ExecutableHead {

    private static final int DIGITS = 16;

    private static final String BEFORE =
            """
            #!/bin/sh
            # A program in Coex: this script, and after it a jar. It needs a JDK %1$d or newer, found at JAVA_HOME,
            # on the PATH or in the usual places. Options for the heap: COEX_OPTIONS='--heap-max 64m --stats'.
            set -u
            oldest_jdk=%1$d

            fail() {
                printf '%%s: %%s\\n' "$0" "$*" >&2
                exit 1
            }

            """;

    private static final String AFTER =
            """

            # --- start ---

            case $0 in
                */*) resolve "$0" ;;
                *) resolve "./$0" ;;
            esac
            self=$(CDPATH='' cd -P -- "${resolved%%/*}" && pwd)/${resolved##*/} || fail "cannot find itself"
            settle
            find_jdk

            # Everything about the JVM that the cache depends on.
            run_java() {
                "$jdk/bin/java" -XX:+UseSerialGC -Xlog:disable -Djdk.reflect.useNativeAccessorOnly=true \\
                    --enable-native-access=ALL-UNNAMED -cp "$self" "$@"
            }

            use_cache "$self" "${COEX_HOME:-${HOME:-/nonexistent}/.coex}/cache/aot$self$jdk/%1$s-$jdk_build.aot"
            if [ -z "$cache_flag" ]; then
                size=%2$s
                [ "$(($(wc -c <"$self")))" = "$size" ] || fail "this file is damaged: it should have $size bytes"
                make_cache -Dcoex.training=true coex.runtime.launch.ProgramMain %3$s "$0"
            fi
            exec "$jdk/bin/java" -XX:+UseSerialGC -Xlog:disable -Djdk.reflect.useNativeAccessorOnly=true \\
                --enable-native-access=ALL-UNNAMED -cp "$self" ${cache_flag:+"$cache_flag"} coex.runtime.launch.ProgramMain %3$s "$0" "$@"
            """;

    /// As many digits as the size of any file has, so that the script's length does not depend on it.
    private static final String SIZE = "%-19d";

    private ExecutableHead() {}

    /// The script of a program.
    ///
    /// @param description what [coex.runtime.launch.ProgramMain] is to be told; has no quotes
    /// @param dist where the build has put the part that all launchers share
    static byte[] of(String description, byte[] jar, Path dist) throws IOException {
        String shared = Files.readString(dist.resolve("launcher.sh"));
        int length = bytes(description, jar, shared, 0).length + jar.length;
        return bytes(description, jar, shared, length);
    }

    private static byte[] bytes(String description, byte[] jar, String shared, long size) {
        String before = BEFORE.formatted(25);
        String quoted = "'" + description + "'";
        String padded = SIZE.formatted(size);
        String after = AFTER.formatted(identity(description, jar), padded, quoted);
        String script = before + shared + after;
        return script.getBytes(StandardCharsets.UTF_8);
    }

    /// Tells programs apart that are built one after the other into the same file.
    private static String identity(String description, byte[] jar) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(description.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest(jar)).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
