/// Added for the run on the module path.
module my.program {
    requires coex.collections;
    requires coex.micrometer;
    requires coex.observe;
    requires coex.web;
}
