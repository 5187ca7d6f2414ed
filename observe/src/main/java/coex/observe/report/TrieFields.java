// SPDX-License-Identifier: Apache-2.0
package coex.observe.report;

import coex.gc.Kind;
import coex.gc.diagnose.ObjectView;
import coex.gc.layout.NodeForm;
import coex.gc.layout.NodeShape;
import coex.observe.report.ObjectValues.Place;

import java.util.ArrayList;
import java.util.List;

/// What lies where in a node of a hash trie, which its bitmaps tell. The names are made up here.
final class TrieFields {

    private TrieFields() {}

    static List<Place> of(ObjectView node, NodeShape shape) {
        NodeForm form = shape.form();
        int entries = Integer.bitCount(node.intAt(NodeForm.ENTRY_BITS_OFFSET));
        int children = Integer.bitCount(node.intAt(NodeForm.CHILD_BITS_OFFSET));
        List<Place> places = new ArrayList<>();
        places.add(new Place("entry_bits", NodeForm.ENTRY_BITS_OFFSET, Kind.INT));
        places.add(new Place("child_bits", NodeForm.CHILD_BITS_OFFSET, Kind.INT));
        long offset = NodeForm.FIRST_REFERENCE;
        for (int child = 0; child < children; child++, offset += 4) {
            places.add(new Place("child[" + child + "]", offset, Kind.REFERENCE));
        }
        for (int i = 0; i < entries * form.references(); i++, offset += 4) {
            String name = "entry[%d].reference[%d]";
            places.add(place(name, i, form.references(), offset, Kind.REFERENCE));
        }
        offset = NodeForm.firstWord(form.referenceCount(entries, children));
        for (int i = 0; i < entries * form.words(); i++, offset += 8) {
            places.add(place("entry[%d].word[%d]", i, form.words(), offset, Kind.LONG));
        }
        for (int i = 0; i < form.extraWords(); i++, offset += 8) {
            places.add(new Place("extra[" + i + "]", offset, Kind.LONG));
        }
        return places;
    }

    private static Place place(String name, int index, int perEntry, long offset, Kind kind) {
        return new Place(name.formatted(index / perEntry, index % perEntry), offset, kind);
    }
}
