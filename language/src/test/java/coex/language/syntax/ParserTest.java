package coex.language.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import coex.language.problem.Problems;
import coex.language.source.SourceFile;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParserTest {

    private final Problems problems = new Problems();

    private SourceTree parse(String text) {
        return Parser.parse(new SourceFile("test.coex", text), problems);
    }

    /// The one statement of a function.
    private Stmt statement(String text) {
        SourceTree tree = parse("func f()\n" + text + "\n~\n");
        assertThat(problems.inOrder()).as(text).isEmpty();
        var function = (Decl.Function) tree.declarations().getFirst();
        assertThat(function.body().statements()).hasSize(1);
        return function.body().statements().getFirst();
    }

    private Expr expression(String text) {
        return ((Stmt.Return) statement("return " + text)).value().orElseThrow();
    }

    /// Operators with their operands in brackets.
    private static String grouped(Expr expr) {
        return switch (expr) {
            case Expr.Binary(BinaryOperator operator, Expr left, Expr right, _) ->
                    "(%s %s %s)".formatted(grouped(left), operator.text(), grouped(right));
            case Expr.Unary(UnaryOperator operator, Expr operand, _) ->
                    "(%s %s)".formatted(operator.text(), grouped(operand));
            case Expr.Conditional c ->
                    "(%s ? %s %s %s)"
                            .formatted(
                                    grouped(c.condition()),
                                    grouped(c.then()),
                                    c.exits() ? "!" : ":",
                                    grouped(c.otherwise()));
            case Expr.Range(Expr from, Expr to, _) ->
                    "(%s .. %s)".formatted(grouped(from), grouped(to));
            case Expr.As(Expr value, TypeExpr type, _) ->
                    "(%s as %s)".formatted(grouped(value), type.span().text());
            default -> expr.span().text();
        };
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a + b * c | (a + (b * c))",
                "a - b - c | ((a - b) - c)",
                "not a == b | (not (a == b))",
                "not a and b | ((not a) and b)",
                "a ?? b == c | (a ?? (b == c))",
                "a or b and c | (a or (b and c))",
                "-x.len() | (- x.len())",
                "-x as int | (- (x as int))",
                "a + 1..b * 2 | ((a + 1) .. (b * 2))",
                "a ? b : c ? d : e | (a ? b : (c ? d : e))",
                "a ? b ! c + 1 | (a ? b ! (c + 1))",
                "a ? b ; c | (a ? b : c)",
                "await f(x) + 1 | ((await f(x)) + 1)",
                "a < b | (a < b)",
                "a%b | (a % b)",
            })
    void operatorsBindAsTheirLevelsSay(String text, String wanted) {
        assertThat(grouped(expression(text))).isEqualTo(wanted);
    }

    @Test
    void anglesAreTypeArgumentsOnlyBeforeACallOrAMember() {
        assertThat(expression("Box<int>(1)"))
                .isInstanceOfSatisfying(
                        Expr.Call.class,
                        call -> assertThat(((Expr.Name) call.callee()).typeArguments()).hasSize(1));
        assertThat(expression("a < b")).isInstanceOf(Expr.Binary.class);
        assertThat(expression("Map<int, List<int>>.new()")).isInstanceOf(Expr.Call.class);
    }

    @Test
    void bracesAreWhatTheirKeysSay() {
        assertThat(expression("{}")).isInstanceOf(Expr.EmptyBraces.class);
        assertThat(expression("{a: 1}")).isInstanceOf(Expr.JsonLiteral.class);
        assertThat(expression("{(a): 1}")).isInstanceOf(Expr.MapLiteral.class);
        assertThat(expression("{\"a\": 1}")).isInstanceOf(Expr.MapLiteral.class);
        assertThat(expression("{a, b}")).isInstanceOf(Expr.SetLiteral.class);
        assertThat(expression("{a: a * a for a in b}")).isInstanceOf(Expr.MapComprehension.class);
        assertThat(expression("{a for (a, _) in b if a}"))
                .isInstanceOf(Expr.SetComprehension.class);
    }

    @Test
    void twoIndexesOfTuplesMayLookLikeAFloat() {
        assertThat(expression("t.0.1"))
                .isInstanceOfSatisfying(
                        Expr.TupleElement.class,
                        outer -> {
                            assertThat(outer.index()).isEqualTo(1);
                            assertThat(((Expr.TupleElement) outer.receiver()).index()).isZero();
                        });
    }

    @Test
    void theSmallestIntegerCanBeWritten() {
        var negated = (Expr.Unary) expression("-9223372036854775808");
        assertThat(((Expr.IntLiteral) negated.operand()).value()).isEqualTo(Long.MIN_VALUE);
        assertThat(((Expr.IntLiteral) expression("0xFFFFFFFFFFFFFFFF")).value()).isEqualTo(-1);
        assertThat(((Expr.IntLiteral) expression("007")).value()).isEqualTo(7);
    }

    @Test
    void lineEndsDoNotCountWithinBrackets() {
        assertThat(expression("f(\n  a,\n  [1,\n 2]\n)")).isInstanceOf(Expr.Call.class);
    }

    @Test
    void elseAndIfOnOneLineContinueTheChain() {
        var chain = (Stmt.If) statement("if a: b() else if c: d() else: e() ~");
        assertThat(chain.branches()).hasSize(2);
        assertThat(chain.otherwise()).isPresent();
        var nested = (Stmt.If) statement("if a\n b()\nelse\n if c\n d()\n ~\n~");
        assertThat(nested.branches()).hasSize(1);
        assertThat(nested.otherwise().orElseThrow().statements().getFirst())
                .isInstanceOf(Stmt.If.class);
    }

    @Test
    void aColonInAHeaderBelongsToTheConditionalFirst() {
        var statement = (Stmt.If) statement("if a ? b : c: d() ~");
        assertThat(statement.branches().getFirst().condition())
                .isInstanceOf(Expr.Conditional.class);
        assertThat(statement.branches().getFirst().body().statements()).hasSize(1);
    }

    @Test
    void namesBeforeAnEqualsSignAreBindings() {
        assertThat(statement("x = 1")).isInstanceOf(Stmt.Binding.class);
        assertThat(statement("x: [int] = []"))
                .isInstanceOfSatisfying(
                        Stmt.Binding.class, binding -> assertThat(binding.type()).isPresent());
        assertThat(statement("const x := y"))
                .isInstanceOfSatisfying(
                        Stmt.Binding.class,
                        binding -> {
                            assertThat(binding.isConst()).isTrue();
                            assertThat(binding.moves()).isTrue();
                        });
        assertThat(statement("(a, b) = t")).isInstanceOf(Stmt.Destructure.class);
        assertThat(statement("x.y = 1")).isInstanceOf(Stmt.Assign.class);
        assertThat(statement("x += 1")).isInstanceOf(Stmt.Assign.class);
        assertThat(statement("r = for x in xs f(x) ~")).isInstanceOf(Stmt.ForAssign.class);
    }

    @Test
    void aWholeProgramMayStandOnOneLine() {
        SourceTree tree =
                parse(
                        "func a() ~ func main() -> int: n = 4; if n > 3: print(n) else: a() ~;"
                                + " return 0 ~");
        assertThat(problems.isEmpty()).isTrue();
        assertThat(tree.declarations()).hasSize(2);
    }

    @Test
    void directivesImportsAndAliasesStandFirst() {
        SourceTree tree =
                parse(
                        "import a\n"
                                + "import \"b/c.cxz\"\n"
                                + "replace d with a.e\n"
                                + "printing off\n"
                                + "debugging\n"
                                + "func f() ~");
        assertThat(problems.isEmpty()).isTrue();
        assertThat(tree.imports()).hasSize(2);
        assertThat(tree.imports().getLast().isPath()).isTrue();
        assertThat(tree.aliases().getFirst().path()).hasSize(2);
        assertThat(tree.directives().getFirst().isOn()).isFalse();
        assertThat(tree.directives().getLast().isOn()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "func f()\n  x = \n~\nfunc g()\n  y = )\n~\n",
                "func f()\n  if (a\n    b()\n  ~\n~\nfunc g()\n  y = ]\n~\n",
                "type T:\n  a int\n  b: int\n~\nfunc g()\n  y = )\n~\n",
                "func f(\n~\nfunc g()\n  y = )\n~\n",
                "func f()\n  match x\n    case 1 + 2: a() ~\n  ~\n  z = =\n~\n",
            })
    void twoMistakesAreTwoReports(String text) {
        parse(text);
        assertThat(problems.count()).isEqualTo(2);
    }

    @Test
    void whatIsRightIsInTheTreeDespiteMistakesElsewhere() {
        SourceTree tree = parse("func a()\n  x = \n  y = 2\n~\nfunc b() ~\n");
        assertThat(tree.declarations()).hasSize(2);
        assertThat(((Decl.Function) tree.declarations().getFirst()).body().statements()).hasSize(1);
    }

    @Test
    void aChainMayHaveManyOperatorsAndOneThatIsTooLongIsNotCalledNested() {
        parse("func f()\n  x = 1" + " + 1".repeat(4_000) + "\n~\n");
        parse("func f()\n  x = y" + ".z".repeat(4_000) + "\n~\n");
        assertThat(problems.isEmpty()).isTrue();
        parse("func f()\n  x = 1" + " + 1".repeat(4_001) + "\n~\n");
        parse("func f()\n  x = y" + ".z".repeat(4_001) + "\n~\n");
        assertThat(problems.inOrder().stream().map(problem -> problem.report().message()))
                .containsExactly(
                        "Syntax error: more than 4000 operators or calls in a row.",
                        "Syntax error: more than 4000 operators or calls in a row.");
    }

    @Test
    void deepNestingIsReportedAndDoesNotOverflow() {
        parse("func f()\n  x = " + "(".repeat(100_000) + "\n~\n");
        parse("func f()\n  x = " + "[".repeat(100_000) + "1" + "]".repeat(100_000) + "\n~\n");
        parse("func f()\n" + "if a\n".repeat(100_000));
        parse("func f(x: " + "[".repeat(100_000) + ")\n~\n");
        parse("func f()\n  x = " + "-".repeat(100_000) + "1\n~\n");
        parse("func f()\n  x = " + "not ".repeat(100_000) + "a\n~\n");
        assertThat(problems.count()).isGreaterThanOrEqualTo(1);
    }

    @Test
    void everyPrefixOfAProgramIsParsedWithoutFailing() {
        String program =
                """
                import a
                type T<A: B + C>:
                    x: [int]
                    case V(y: (int, string)?)
                    func m<Q>(_ z: func(int) -> int) -> T<Q>
                        return self.x[1:2] ?? {a: 1, b: [i for i in 0..3 if i > 1]}
                    ~
                ~
                matrix M[3, 4]:
                    type: int
                    formula f() return cell[-1, 0] ~
                ~
                task g(c: Channel<int>)
                    select fair timeout 3
                        case x <- c: print(x) ~
                    ~
                    within 5: a.b = 3 else: (p, q) = t ~
                    r = llvm_ir(v -> %a) -> %r: i64 \"""ret i64 %a\"""
                ~
                """;
        for (int end = 0; end <= program.length(); end++) {
            parse(program.substring(0, end));
        }
        var whole = new Problems();
        Parser.parse(new SourceFile("whole.coex", program), whole);
        assertThat(whole.inOrder()).isEmpty();
    }

    @Test
    void theTreeIsPrintedWithItsNames() {
        assertThat(TreePrinter.print(parse("func f(x: int) -> int return x + 1 ~")))
                .isEqualTo(
                        """
                        declaration: Function
                          signature: Signature kind=FUNC
                            name: f
                            parameters: Parameter isPositional=false
                              name: x
                              type: Named
                                name: int
                            result: Named
                              name: int
                          body: Block
                            statements: Return
                              value: Binary operator=ADD
                                left: Name text="x"
                                right: IntLiteral value=1
                        """);
        assertThat(problems.isEmpty()).isTrue();
    }
}
