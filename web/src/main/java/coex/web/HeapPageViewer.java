// SPDX-License-Identifier: Apache-2.0
package coex.web;

import coex.gc.Heap;
import coex.observe.HeapSource;
import coex.observe.HeapViewer;

import java.io.IOException;
import java.nio.file.Path;

/// [HeapPage] as commands know it.
public final class HeapPageViewer implements HeapViewer {

    /// Called by name.
    public HeapPageViewer() {}

    @Override
    public Showing show(Heap heap) throws IOException {
        return showing(HeapPage.open(heap));
    }

    @Override
    public Showing show(HeapSource source, int port, Path dumps) throws IOException {
        return showing(HeapPage.open(source, port, dumps));
    }

    private static Showing showing(HeapPage page) {
        return new Showing() {
            @Override
            public String link() {
                return page.link().toString();
            }

            @Override
            public String awaitEnd() throws InterruptedException {
                return page.awaitEnd();
            }

            @Override
            public void end(String reason) {
                page.end(reason);
            }
        };
    }
}
