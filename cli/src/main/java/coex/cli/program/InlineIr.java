package coex.cli.program;

import coex.language.problem.Problem;
import coex.language.problem.Problems;
import coex.language.problem.Report;
import coex.language.source.Span;
import coex.language.syntax.Lexer;
import coex.language.syntax.SourceTree;
import coex.language.syntax.Token;
import coex.language.syntax.TokenKind;

import java.util.List;

/// Finds `llvm_ir` in a program that may not use it.
public final class InlineIr {

    private record Refused(Span place) implements Problem {
        @Override
        public Report report() {
            return Report.of("F001", "inline IR", place, "This program may not use llvm_ir.")
                    .hinting("`coex run --allow-ffi` allows it, and C functions.");
        }
    }

    private InlineIr() {}

    public static void refuse(List<SourceTree> trees, Problems problems) {
        for (SourceTree tree : trees) {
            // what is wrong with its tokens was reported when it was parsed
            for (Token token : Lexer.read(tree.file(), new Problems()).tokens()) {
                if (token.kind() == TokenKind.LLVM_IR) {
                    problems.add(new Refused(token.span()));
                }
            }
        }
    }
}
