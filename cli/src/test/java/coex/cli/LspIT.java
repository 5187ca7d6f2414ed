package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import coex.cli.FinishedCoex.Run;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.nio.charset.StandardCharsets;
import java.util.List;

/// `coex lsp` as an editor starts it. What it answers is tested in `lsp`.
@DisabledOnOs(OS.WINDOWS)
class LspIT {

    private static String message(String json) {
        int length = json.getBytes(StandardCharsets.UTF_8).length;
        return "Content-Length: " + length + "\r\n\r\n" + json;
    }

    @Test
    void theServerSpeaksOnItsStandardStreams() throws Exception {
        String session =
                message(
                                """
                                {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}\
                                """)
                        + message(
                                """
                                {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":\
                                {"uri":"untitled:a","languageId":"coex","version":1,\
                                "text":"import math\\nfunc main() -> int\\n    return math.abs(1)\\n~\\n"}}}\
                                """)
                        + message(
                                """
                                {"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":\
                                {"textDocument":{"uri":"untitled:a"},"position":{"line":2,"character":17}}}\
                                """)
                        + message("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"shutdown\"}")
                        + message("{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}");
        Run run =
                new FinishedCoex()
                        .run(session, List.of(FinishedCoex.ROOT.resolve("coex").toString(), "lsp"));
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .startsWith("Content-Length: ")
                .contains("\"hoverProvider\":true")
                .contains("formula abs(");
        assertThat(run.exitCode()).isZero();
    }
}
