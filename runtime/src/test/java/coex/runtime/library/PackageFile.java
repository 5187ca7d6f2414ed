package coex.runtime.library;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Writes packages for tests.
final class PackageFile {

    private final Map<String, byte[]> files = new LinkedHashMap<>();

    PackageFile with(String name, String text) {
        return with(name, text.getBytes(StandardCharsets.UTF_8));
    }

    PackageFile with(String name, byte[] bytes) {
        files.put(name, bytes);
        return this;
    }

    Path write(Path path) throws IOException {
        Files.createDirectories(path.getParent());
        try (var zip = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(path)))) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue());
                zip.closeEntry();
            }
        }
        return path;
    }

    /// A package with Coex sources only.
    static PackageFile net() {
        return new PackageFile()
                .with(
                        "manifest.toml",
                        """
                        # what nets do
                        [library]
                        name = "net"
                        version = "1.2.0"  # of the package
                        authors = [
                            "Ann",
                            'Bob',
                        ]
                        source = ["net.coex", "more.coex", "missing.coex"]
                        """)
                .with(
                        "src/net.coex",
                        """
                        import math
                        type Mesh:
                            holes: int
                            func wider() -> Mesh
                                return Mesh(holes: scaled(holes))
                            ~
                        ~
                        formula larger(_ a: int, _ b: int) -> int
                            return math.max(a, b)
                        ~
                        """)
                .with(
                        "src/more.coex",
                        """
                        formula scaled(_ n: int) -> int
                            return 10 * n
                        ~
                        """);
    }

    /// A package with two C sources and a header.
    static PackageFile sums() {
        return new PackageFile()
                .with(
                        "manifest.toml",
                        """
                        [library]
                        name = "sums"
                        version = "0.1"
                        source = ["sums.coex"]

                        [ffi.core]
                        source = ["*.c"]
                        headers = ["include"]
                        system_headers = ["math.h"]
                        system_libs = ["-lm"]

                        [[ffi.core.symbols]]
                        name = "sums_add"
                        params = ["int", "int"]
                        returns = "int"

                        [[ffi.core.symbols]]
                        name = "sums_root"
                        params = ["float"]
                        returns = "float"

                        [[ffi.core.symbols]]
                        name = "sums_note"
                        params = ["string"]

                        [[ffi.core.symbols]]
                        name = "sums_noted"
                        returns = "int"
                        """)
                .with(
                        "src/sums.coex",
                        """
                        extern sums_add(a: int, b: int) -> int ~
                        func total(xs: [int]) -> int
                            sum = 0
                            for x in xs
                                sum = sums_add(sum, x)
                            ~
                            return sum
                        ~
                        """)
                .with(
                        "ffi/src/include/sums.h",
                        "#include <stdint.h>\nint64_t sums_add(int64_t, int64_t);\n")
                .with(
                        "ffi/src/sums.c",
                        """
                        #include "sums.h"
                        int64_t sums_add(int64_t a, int64_t b) { return a + b; }
                        """)
                .with(
                        "ffi/src/other.c",
                        """
                        #include <math.h>
                        #include <stdint.h>
                        #include <string.h>
                        double sums_root(double x) { return sqrt(x); }
                        static int64_t noted;
                        void sums_note(const char *text) { noted = strlen(text); }
                        int64_t sums_noted(void) { return noted; }
                        """);
    }
}
