package coex.language;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The codes that reports have, as they are written in the sources.
final class ReportCodes {

    private static final Pattern CODE = Pattern.compile("\"([A-Z]\\d{3})\"");

    private ReportCodes() {}

    static TreeSet<String> all() throws IOException {
        var codes = new TreeSet<String>();
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            for (Path source : sources.filter(Files::isRegularFile).toList()) {
                Matcher matcher = CODE.matcher(Files.readString(source));
                while (matcher.find()) {
                    codes.add(matcher.group(1));
                }
            }
        }
        return codes;
    }
}
