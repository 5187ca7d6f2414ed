package coex.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Opens a link in the browser, and tells it to nobody else.
///
/// Every user of a machine sees the arguments of all processes, and whoever has the link of a page
/// may use it. So what is opened is a file that only this user can read, and that leads to the
/// link.
final class BrowserPage {

    private BrowserPage() {}

    /// Opens a link with what the system has for that. Whoever has nothing of it uses the link.
    ///
    /// @param folder where the file is made; it has to stay until the browser has read it
    static void open(String link, Path folder) {
        String opener = System.getProperty("os.name").startsWith("Mac") ? "open" : "xdg-open";
        try {
            // where files have permissions, nobody else may read one that is made like this
            Path file = Files.createTempFile(folder, "open-", ".html");
            Files.writeString(file, pageThatLeadsTo(link));
            new ProcessBuilder(opener, file.toString())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException _) {
            // the link was printed
        }
    }

    private static String pageThatLeadsTo(String link) {
        return """
        <!DOCTYPE html>
        <meta charset="utf-8">
        <meta name="referrer" content="no-referrer">
        <meta http-equiv="refresh" content="0; url=%s">
        <title>Coex</title>
        <p><a href="%s">Open the page</a></p>
        """
                .formatted(link, link);
    }
}
