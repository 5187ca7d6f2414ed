// SPDX-License-Identifier: Apache-2.0
package coex.observe.jmx;

import coex.observe.HeapMXBean.HprofProgress;
import coex.observe.HeapMXBean.HprofSummary;
import coex.observe.Scope;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/// Writes a heap to a file that heap analysers open.
interface HeapDumper {

    /// Returns when the file is complete.
    HprofSummary write(Path file, Scope scope, Consumer<HprofProgress> progress) throws IOException;
}
