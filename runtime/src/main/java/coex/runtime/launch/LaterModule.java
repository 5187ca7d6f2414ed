package coex.runtime.launch;

import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/// A module in a folder of its own beside those the command starts with, loaded when it is wanted:
/// no other command starts the later for it.
public final class LaterModule {

    private LaterModule() {}

    /// A class of the module; empty if its folder is not there, as in a built program.
    ///
    /// @param folder below that of the distribution
    /// @throws ClassNotFoundException if the module has no such class
    public static Optional<Class<?>> find(String folder, String module, String className)
            throws ClassNotFoundException {
        String distribution = System.getProperty("coex.dist");
        if (distribution == null || !Files.isDirectory(Path.of(distribution, folder))) {
            return Optional.empty();
        }
        ModuleLayer boot = ModuleLayer.boot();
        Configuration configuration =
                boot.configuration()
                        .resolve(
                                ModuleFinder.of(Path.of(distribution, folder)),
                                ModuleFinder.of(),
                                Set.of(module));
        ModuleLayer layer =
                boot.defineModulesWithOneLoader(configuration, LaterModule.class.getClassLoader());
        return Optional.of(layer.findLoader(module).loadClass(className));
    }
}
