package coex.codegen.ir;

import coex.language.type.Type;

/// A value known before the program runs, or made once when it starts.
public sealed interface Constant {

    Kind kind();

    record Bool(boolean value) implements Constant {
        @Override
        public Kind kind() {
            return Kind.BOOL;
        }
    }

    record Int32(int value) implements Constant {
        @Override
        public Kind kind() {
            return Kind.INT32;
        }
    }

    record Int64(long value) implements Constant {
        @Override
        public Kind kind() {
            return Kind.INT64;
        }
    }

    record Float64(double value) implements Constant {
        @Override
        public Kind kind() {
            return Kind.FLOAT64;
        }
    }

    /// Handle 0: an empty collection or string, json's null, a struct that is nil.
    record Empty() implements Constant {
        @Override
        public Kind kind() {
            return Kind.HANDLE;
        }
    }

    /// Stands for nil where 0 is a value.
    record Nil() implements Constant {
        @Override
        public Kind kind() {
            return Kind.HANDLE;
        }
    }

    /// A string.
    record Text(String value) implements Constant {
        @Override
        public Kind kind() {
            return Kind.HANDLE;
        }
    }

    /// The one value of a variant without fields.
    record Variant(Type type, int variant) implements Constant {
        @Override
        public Kind kind() {
            return Kind.HANDLE;
        }
    }

    /// A function value that captures nothing.
    record Function(RoutineName routine) implements Constant {
        @Override
        public Kind kind() {
            return Kind.HANDLE;
        }
    }
}
