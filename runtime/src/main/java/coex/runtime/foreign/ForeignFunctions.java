package coex.runtime.foreign;

import coex.collections.text.Strings;
import coex.runtime.ForeignLibrary;
import coex.runtime.error.CoexError;
import coex.runtime.sandbox.FolderAccess;
import coex.runtime.sandbox.Permissions;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/// Finds C functions. What cannot be called here can still be declared: calling it is a runtime
/// error.
public final class ForeignFunctions {

    private final Strings strings;
    private final List<ForeignLibrary> libraries;

    /// Where the libraries stay loaded: as long as a function of theirs can be called.
    private final Arena arena = Arena.ofAuto();

    /// The programs of a session share them.
    private final Regexes regexes;

    private final FolderFunctions folders;

    /// Whether the program may call any, beside our own for regular expressions and the standard
    /// library.
    private final boolean areAllowed;

    public ForeignFunctions(
            Strings strings, List<ForeignLibrary> libraries, Permissions permissions) {
        this(
                strings,
                libraries,
                new Regexes(strings),
                new FolderFunctions(strings, new FolderAccess(permissions.files())),
                permissions.foreignCode());
    }

    private ForeignFunctions(
            Strings strings,
            List<ForeignLibrary> libraries,
            Regexes regexes,
            FolderFunctions folders,
            boolean areAllowed) {
        this.strings = strings;
        this.libraries = List.copyOf(libraries);
        this.regexes = regexes;
        this.folders = folders;
        this.areAllowed = areAllowed;
    }

    /// Those of the next program of a session.
    public ForeignFunctions next(List<ForeignLibrary> others) {
        return new ForeignFunctions(strings, others, regexes, folders, areAllowed);
    }

    /// A method handle that takes the mutator and the arguments as generated code has them.
    ///
    /// @param parameters the types as a program spells them
    /// @param result the type, or nothing
    public MethodHandle find(String name, List<String> parameters, String result) {
        var signature = new Signature(parameters, result);
        Optional<MethodHandle> own =
                regexes.find(name, signature)
                        .or(() -> StandardFunctions.find(strings, name, signature))
                        .or(() -> folders.find(name, signature));
        if (own.isPresent()) {
            return own.get();
        }
        ForeignCall found =
                areAllowed
                        ? linked(name, parameters, result)
                        : ForeignCall.impossible(
                                name + " is not allowed (--allow-ffi would allow it)");
        MethodHandle call = bound(ForeignCall.HANDLE, found);
        return call.asCollector(Object[].class, parameters.size()).asType(signature.type());
    }

    private static MethodHandle bound(MethodHandle handle, ForeignCall call) {
        return MethodHandles.insertArguments(handle, 0, call);
    }

    private ForeignCall linked(String name, List<String> parameters, String result) {
        try {
            Linker linker = Linker.nativeLinker();
            Optional<MethodHandle> function = function(linker, name, parameters, result);
            if (function.isEmpty()) {
                return ForeignCall.impossible("no such function: name=" + name);
            }
            MethodHandle flush =
                    linker.downcallHandle(
                            linker.defaultLookup().findOrThrow("fflush"),
                            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
            return new ForeignCall(
                    strings, name, function.get(), flush, parameters, result, Optional.empty());
        } catch (IllegalCallerException
                | IllegalArgumentException
                | NoSuchElementException
                | UnsupportedOperationException e) {
            return ForeignCall.impossible("%s: %s".formatted(name, e.getMessage()));
        }
    }

    private Optional<MethodHandle> function(
            Linker linker, String name, List<String> parameters, String result) {
        FunctionDescriptor type = descriptor(parameters, result);
        return symbol(linker, name).map(symbol -> linker.downcallHandle(symbol, type));
    }

    private Optional<MemorySegment> symbol(Linker linker, String name) {
        for (ForeignLibrary library : libraries) {
            Optional<MemorySegment> found =
                    SymbolLookup.libraryLookup(library.file(), arena).find(name);
            if (found.isPresent()) {
                return found;
            }
        }
        return linker.defaultLookup().find(name);
    }

    private static FunctionDescriptor descriptor(List<String> parameters, String result) {
        MemoryLayout[] layouts =
                parameters.stream().map(ForeignFunctions::layout).toArray(MemoryLayout[]::new);
        return result.isEmpty()
                ? FunctionDescriptor.ofVoid(layouts)
                : FunctionDescriptor.of(layout(result), layouts);
    }

    private static MemoryLayout layout(String type) {
        return switch (type) {
            case "int", "posix" -> ValueLayout.JAVA_LONG;
            case "float" -> ValueLayout.JAVA_DOUBLE;
            case "bool", "byte", "char" -> ValueLayout.JAVA_INT;
            case "string" -> ValueLayout.ADDRESS;
            default -> throw new UnsupportedOperationException("C has no such type: type=" + type);
        };
    }

    /// What a call that is not possible ends with.
    static CoexError impossible(String why) {
        return new CoexError("foreign call not possible: " + why);
    }
}
