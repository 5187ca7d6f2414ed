// The grammar, over all example programs and over lines with known colours.
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

const root = path.join(__dirname, "..");
const examples = path.join(root, "..", "..", "examples", "coex");

async function loadGrammar() {
  const wasm = fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => {
      const file = path.join(root, "syntaxes", "coex.tmLanguage.json");
      return textmate.parseRawGrammar(fs.readFileSync(file, "utf8"), file);
    },
  });
  return registry.loadGrammar("source.coex");
}

const grammar = loadGrammar();

/** The pieces of a text with their innermost scopes, line by line, and the state at its end. */
async function coloured(text) {
  const loaded = await grammar;
  let state = textmate.INITIAL;
  const pieces = [];
  text.split(/\r?\n/).forEach((line, number) => {
    const result = loaded.tokenizeLine(line, state);
    for (const token of result.tokens) {
      const piece = line.slice(token.startIndex, token.endIndex);
      pieces.push({ number: number + 1, piece, scope: token.scopes.at(-1), scopes: token.scopes });
    }
    state = result.ruleStack;
  });
  return { pieces, depth: state.depth };
}

async function scopesOf(text) {
  const { pieces } = await coloured(text);
  return Object.fromEntries(pieces.filter((p) => p.piece.trim()).map((p) => [p.piece.trim(), p.scope]));
}

const reserved = new Set(
  ("and as await break case cell const continue cycle else end extern fair false for formula func if in " +
    "init match matrix nil not or priority random replace return select self task timeout trait true " +
    "type while with within").split(" "),
);

for (const file of fs.readdirSync(examples).filter((name) => name.endsWith(".coex"))) {
  test(`${file} has colours`, async () => {
    const { pieces, depth } = await coloured(fs.readFileSync(path.join(examples, file), "utf8"));
    assert.equal(depth, 1, "a string or comment is open at the end");
    for (const { number, piece, scope, scopes } of pieces) {
      const where = `${file}:${number}: ${JSON.stringify(piece)} is ${scope}`;
      assert.ok(!scopes.some((each) => each.startsWith("invalid")), where);
      const isText = scopes.some((each) => /^(comment|string)/.test(each));
      if (!isText && piece.trim()) {
        assert.notEqual(scope, "source.coex", where);
        if (reserved.has(piece.trim())) {
          assert.match(scope, /^(keyword|storage|constant|variable\.language)/, where);
        }
      }
      if (/^\s*#/.test(piece) && !scopes.some((each) => each.startsWith("string"))) {
        assert.ok(scopes.some((each) => each.startsWith("comment")), where);
      }
    }
  });
}

test("declarations, types and calls differ", async () => {
  const scopes = await scopesOf("func area(w: int, s: Shape) -> float");
  assert.equal(scopes.func, "storage.type.function.coex");
  assert.equal(scopes.area, "entity.name.function.coex");
  assert.equal(scopes.int, "storage.type.built-in.coex");
  assert.equal(scopes.Shape, "entity.name.type.coex");
  assert.equal((await scopesOf("print(x)")).print, "support.function.coex");
});

test("words after a dot are members", async () => {
  const scopes = await scopesOf('n = s.int() + p.end_x');
  assert.equal(scopes.int, "entity.name.function.member.coex");
  assert.equal(scopes.end_x, "variable.other.member.coex");
});

test("strings end with their line, and show wrong escapes", async () => {
  const { pieces, depth } = await coloured('a = "x\\q\nb = 1');
  assert.equal(depth, 1);
  assert.ok(pieces.some((p) => p.piece === "\\q" && p.scope === "invalid.illegal.escape.coex"));
  assert.ok(pieces.some((p) => p.number === 2 && p.piece === "1" && p.scope.startsWith("constant")));
});

test("a block comment ends on a later line, one on the same line is a line", async () => {
  const block = await coloured("## first\nx = 1\n## y = 2");
  assert.ok(block.pieces.some((p) => p.number === 2 && p.scope === "comment.block.coex"));
  assert.ok(block.pieces.some((p) => p.piece.trim() === "y" && p.scope === "variable.other.coex"));
  const line = await coloured("##### title #####\nx = 1");
  assert.ok(line.pieces.some((p) => p.number === 2 && p.piece.trim() === "x" && p.scope === "variable.other.coex"));
});

test("ranges are not floats", async () => {
  const { pieces } = await coloured("for i in 1..5");
  assert.ok(pieces.some((p) => p.piece === ".." && p.scope === "keyword.operator.coex"));
  assert.ok(pieces.some((p) => p.piece === "5" && p.scope === "constant.numeric.integer.coex"));
});

test("the lock file names no registry", () => {
  const lock = fs.readFileSync(path.join(root, "package-lock.json"), "utf8");
  assert.ok(!lock.includes('"resolved"'));
});
