package coex.language.syntax;

import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.source.Span;

import java.util.ArrayList;
import java.util.List;

/// Parses a file. `docs/language/Coex.g4` is the same grammar for readers; a test compares them.
///
/// The parser is recursive descent, one class for each level: declarations, statements,
/// expressions, literals, types. What is wrong is reported, and parsing goes on: the tree has what
/// was right.
public final class Parser {

    private final SourceFile file;
    private final TokenCursor cursor;
    private final DeclarationParser declarationParser;
    private final List<SourceTree.Import> imports = new ArrayList<>();
    private final List<SourceTree.Alias> aliases = new ArrayList<>();
    private final List<SourceTree.Directive> directives = new ArrayList<>();
    private final List<Decl> declarations = new ArrayList<>();

    private Parser(SourceFile file, Problems problems) {
        this.file = file;
        this.cursor = new TokenCursor(Lexer.read(file, problems), problems);
        this.declarationParser = new DeclarationParser(cursor);
    }

    public static SourceTree parse(SourceFile file, Problems problems) {
        return new Parser(file, problems).parseFile();
    }

    /// Parses what somebody types in a session: declarations, or statements in no block.
    public static InputTree parseInput(SourceFile file, Problems problems) {
        return new Parser(file, problems).parseInput();
    }

    /// Parses a type.
    public static TypeExpr parseType(SourceFile file, Problems problems) {
        var parser = new Parser(file, problems);
        try {
            return parser.declarationParser.types().type();
        } catch (SyntaxError _) {
            return new TypeExpr.Missing(file.span(0, 0));
        }
    }

    private InputTree parseInput() {
        cursor.skipNewlines();
        List<Stmt> statements = new ArrayList<>();
        SourceTree tree;
        if (atPreamble() || cursor.atDeclaration() || cursor.at(TokenKind.AT)) {
            tree = parseFile();
        } else {
            tree = new SourceTree(file, imports, aliases, directives, declarations);
            try {
                statements = declarationParser.statements().statements();
            } catch (SyntaxError _) {
                cursor.backTo(0);
            }
        }
        Block block = new Block(List.copyOf(statements), file.span(0, file.text().length()));
        return new InputTree(tree, block, cursor.isCutOff() || endsInTripleQuotes());
    }

    private boolean endsInTripleQuotes() {
        return !cursor.problems().isEmpty()
                && cursor.problems().inOrder().getFirst()
                        instanceof SyntaxProblem.UnterminatedString(_, String quote)
                && quote.length() > 1;
    }

    private SourceTree parseFile() {
        cursor.skipNewlines();
        while (!cursor.at(TokenKind.END_OF_FILE)) {
            Token first = cursor.token();
            try {
                parseItem();
            } catch (SyntaxError _) {
                cursor.backTo(0);
                skipToItem(first);
            }
            cursor.skipNewlines();
        }
        return new SourceTree(file, imports, aliases, directives, declarations);
    }

    private void parseItem() throws SyntaxError {
        Token first = cursor.token();
        if (!atPreamble()) {
            declarations.add(declarationParser.declaration());
            return;
        }
        if (!declarations.isEmpty()) {
            Span declaration = declarations.getFirst().name().span();
            cursor.problems().add(new SyntaxProblem.TooLate(first, declaration));
        }
        switch (first.kind()) {
            case IMPORT -> parseImport();
            case REPLACE -> parseAlias();
            default -> parseDirective();
        }
    }

    private boolean atPreamble() {
        return switch (cursor.kind()) {
            case IMPORT, REPLACE, PRINTING, DEBUGGING -> true;
            default -> false;
        };
    }

    private void parseImport() throws SyntaxError {
        Token word = cursor.take();
        boolean isPath = cursor.at(TokenKind.STRING);
        String target =
                isPath ? cursor.take().text() : cursor.expectName("the name of a module").text();
        imports.add(new SourceTree.Import(target, isPath, cursor.since(word.span())));
    }

    private void parseAlias() throws SyntaxError {
        Token word = cursor.take();
        Identifier name = cursor.expectName("the new name");
        cursor.expect(TokenKind.WITH, "after the new name");
        var path = new ArrayList<Identifier>();
        path.add(cursor.expectName("the name of a module"));
        cursor.expect(TokenKind.DOT, "and a function after the name of the module");
        do {
            path.add(cursor.expectName("the name of a function"));
        } while (cursor.accept(TokenKind.DOT));
        aliases.add(new SourceTree.Alias(name, path, cursor.since(word.span())));
    }

    private void parseDirective() {
        Token word = cursor.take();
        boolean isOff = cursor.accept(TokenKind.OFF);
        if (!isOff) {
            cursor.accept(TokenKind.ON);
        }
        SourceTree.Output output =
                word.kind() == TokenKind.PRINTING
                        ? SourceTree.Output.PRINTING
                        : SourceTree.Output.DEBUGGING;
        directives.add(new SourceTree.Directive(output, !isOff, cursor.since(word.span())));
    }

    /// Skips to a line that begins a declaration, or would in another language: this one, if the
    /// error was found at its start.
    private void skipToItem(Token failed) {
        boolean atLineStart = cursor.token() != failed;
        while (!cursor.at(TokenKind.END_OF_FILE)
                && !(atLineStart
                        && (atPreamble()
                                || cursor.atDeclaration()
                                || declarationParser.atStrangeDeclaration()))) {
            atLineStart = cursor.take().kind() == TokenKind.NEWLINE;
        }
    }
}
