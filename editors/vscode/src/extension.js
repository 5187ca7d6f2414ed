// Starts `coex lsp` and hands it what the editor knows; `coex debug-adapter` for who debugs.
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

/** The client of the running server; undefined before it is started and after it is stopped. */
let client;

function commandName() {
  return vscode.workspace.getConfiguration("coex").get("command") || "coex";
}

async function start() {
  const command = commandName();
  const server = { command, args: ["lsp"], transport: TransportKind.stdio };
  client = new LanguageClient(
    "coex",
    "Coex",
    server,
    {
      documentSelector: [{ language: "coex" }],
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/{*.coex,*.cxz,coex.toml}") },
    },
  );
  try {
    await client.start();
  } catch (failure) {
    client = undefined;
    vscode.window.showErrorMessage(
      `Coex: cannot start \`${command} lsp\` (${failure.message}). ` +
        "Put coex on the PATH, or set coex.command to its path.",
    );
  }
}

async function stop() {
  const stopped = client;
  client = undefined;
  await stopped?.stop();
}

async function restart() {
  await stop();
  await start();
}

/** Debugs the file that is open if no configuration says what. */
const debugConfigurations = {
  resolveDebugConfiguration(_folder, configuration) {
    if (configuration.type) {
      return configuration;
    }
    const editor = vscode.window.activeTextEditor;
    return editor?.document.languageId === "coex"
      ? { type: "coex", request: "launch", name: "Debug this Coex file", program: "${file}" }
      : undefined;
  },
};

const debugAdapters = {
  createDebugAdapterDescriptor() {
    return new vscode.DebugAdapterExecutable(commandName(), ["debug-adapter"]);
  },
};

async function activate(context) {
  context.subscriptions.push(
    vscode.debug.registerDebugConfigurationProvider("coex", debugConfigurations),
    vscode.debug.registerDebugAdapterDescriptorFactory("coex", debugAdapters),
  );
  context.subscriptions.push(
    vscode.commands.registerCommand("coex.restart", restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("coex.command")) {
        restart();
      }
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
