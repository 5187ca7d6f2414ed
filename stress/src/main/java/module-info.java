/// Tests of the collector and of collections that need threads in a certain order, very many of
/// them, or a long time.
module coex.stress {
    requires transitive coex.gc; // heaps are shown to whoever asks for torture
    requires coex.collections;

    exports coex.stress.face;
    exports coex.stress.soak;
    exports coex.stress.torture;
}
