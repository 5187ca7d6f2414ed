// SPDX-License-Identifier: Apache-2.0
package coex.gc.layout;

import coex.gc.HeapId;
import coex.gc.Shape;

/// The shape of nodes of a hash trie, which our own collections make by themselves: how many
/// references and words a node has, its bitmaps tell.
public final class NodeShape extends Shape {

    private final NodeForm form;

    public NodeShape(HeapId heap, int id, String name, NodeForm form) {
        super(heap, id, name, NodeForm.FIRST_REFERENCE);
        this.form = form;
    }

    public NodeForm form() {
        return form;
    }
}
