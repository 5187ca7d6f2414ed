/// Tests of the collector that need threads in a certain order, or very many of them.
module coex.stress {
    requires coex.gc;

    exports coex.stress.torture;
}
