// SPDX-License-Identifier: Apache-2.0
package coex.observe.report;

import coex.gc.diagnose.ObjectView;

/// What an object's type is called in reports.
final class TypeName {

    private TypeName() {}

    /// For text: the shape's name, in quotes if it is an odd one, or the id if no shape has it.
    static String inText(ObjectView object) {
        return object.shape() == null
                ? "invalid(" + object.shapeId() + ")"
                : Quoted.name(object.shape().name());
    }

    /// For JSON: null if no shape has the id.
    static String plain(ObjectView object) {
        return object.shape() == null ? null : object.shape().name();
    }
}
