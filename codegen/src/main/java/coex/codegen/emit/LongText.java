package coex.codegen.emit;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/// Loads texts of any length. A constant of a class has at most 65,535 bytes, three for each char
/// at most; a longer text is put together from several.
final class LongText {

    private static final int MOST_CHARS = 20_000;

    private LongText() {}

    static void load(String text, CodeBuilder code) {
        code.ldc(text.substring(0, Math.min(text.length(), MOST_CHARS)));
        for (int at = MOST_CHARS; at < text.length(); at += MOST_CHARS) {
            code.ldc(text.substring(at, Math.min(text.length(), at + MOST_CHARS)));
            code.invokevirtual(
                    ConstantDescs.CD_String,
                    "concat",
                    MethodTypeDesc.of(ConstantDescs.CD_String, ConstantDescs.CD_String));
        }
    }
}
