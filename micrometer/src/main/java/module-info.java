// SPDX-License-Identifier: Apache-2.0
/// What heaps and the collections in them do, as meters of Micrometer.
///
/// Micrometer has no module descriptor, hence the automatic module.
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module coex.micrometer {
    requires transitive coex.gc;
    requires transitive coex.collections;
    requires transitive micrometer.core;

    exports coex.micrometer;
}
