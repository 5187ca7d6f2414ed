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
            # A program in Coex: this script, the program, and a jar. It needs a JDK %1$d or newer, found at JAVA_HOME,
            # on the PATH or in the usual places. Options for the heap: COEX_OPTIONS='--heap-max 64m --stats'.
            set -u
            oldest_jdk=%1$d
            runtime=%2$s
            program_at=%3$s
            jar_size=%4$s
            size=%5$s

            say() {
                case $0$* in
                    *[[:cntrl:]]*) printf '%%s: %%s\\n' "$0" "$*" | LC_ALL=C tr '\\001-\\010\\013-\\037\\177' '?' >&2 ;;
                    *) printf '%%s: %%s\\n' "$0" "$*" >&2 ;;
                esac
            }

            fail() {
                say "$@"
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
            self=$resolved
            case $self in
                *:*) fail "cannot run from a path with a colon, which Java would take for several paths" ;;
            esac
            settle
            find_jdk

            # The runtime is a jar of its own there, which is the same for all programs, and so its cache is too. It
            # always has the same time, which is compared when the cache is used.
            prepare_cache() {
                [ -s "$entry/runtime.jar" ] && return
                tail -c "$jar_size" "$self" >"$entry/runtime.jar.$$" &&
                    touch -t 198001020000 "$entry/runtime.jar.$$" &&
                    mv -f "$entry/runtime.jar.$$" "$entry/runtime.jar"
            }

            # Everything about the JVM that the cache depends on, but for classes that come after those of the
            # runtime. Runs it in place of this script if `replace` is exec.
            replace=
            run_java() {
                $replace "$jdk/bin/java" $jvm_flags --enable-native-access=ALL-UNNAMED -cp "$classes" "$@"
            }

            user_caches "$runtime"
            case $entry in
                *:*) COEX_NO_CACHE=1 ;; # it would be on the class path, in pieces
            esac
            use_cache
            classes=$entry/runtime.jar
            if [ -n "$cache_flag" ]; then
                classes=$classes:$self # should the former be removed right now
            else
                [ "$(($(wc -c <"$self")))" = "$size" ] || fail "this file is damaged: it should have $size bytes"
                self=$(CDPATH='' cd -P -- "${self%/*}" && pwd)/${self##*/} || fail "cannot find itself"
                make_cache -Dcoex.training=true coex.runtime.launch.ProgramMain "$self" "$program_at" "$0"
                classes=$self
            fi
            read_program_options
            replace=exec
            run_java ${cache_flag:+"$cache_flag"} ${memory_flag:+"$memory_flag"} ${stacks_flag:+"$stacks_flag"} \\
                coex.runtime.launch.ProgramMain "$self" "$program_at" "$0" "$@"
            """;

    /// As many digits as the size of any file has, so that the script's length does not depend on
    /// it.
    private static final String SIZE = "%-19d";

    private ExecutableHead() {}

    /// The script of a program.
    ///
    /// @param programLength the bytes of the program, which come after the script
    /// @param jar what comes after the program
    /// @param dist where the build has put the part that all launchers share
    static byte[] of(int programLength, byte[] jar, Path dist) throws IOException {
        String rest = Files.readString(dist.resolve("launcher.sh")) + AFTER;
        int length = bytes(jar, 0, 0, rest).length;
        return bytes(jar, length, (long) length + programLength + jar.length, rest);
    }

    private static byte[] bytes(byte[] jar, long programAt, long size, String rest) {
        String before =
                BEFORE.formatted(
                        25,
                        identity(jar),
                        SIZE.formatted(programAt),
                        SIZE.formatted(jar.length),
                        SIZE.formatted(size));
        return (before + rest).getBytes(StandardCharsets.UTF_8);
    }

    /// Tells versions of the runtime apart.
    private static String identity(byte[] jar) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(jar);
            return HexFormat.of().formatHex(digest).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
