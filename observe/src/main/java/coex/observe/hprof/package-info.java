// SPDX-License-Identifier: Apache-2.0
/// How a heap is told in the HPROF format. Begin at `DumpScript`.
///
/// Everything here is used by the one thread that writes a dump.
package coex.observe.hprof;
