// Jest's `testRunner`: Jest's own (jest-circus), but files are modules of the worker itself, which
// loads Nest, TypeORM and our libraries once for all its files (docs/adr/0033).
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import circus from 'jest-circus/runner';
import './modules.mjs';
import { reset } from './globals.mjs';

const require = createRequire(import.meta.url);
// A TypeScript module, which only the hooks of modules.mjs can load.
const { patient } = await import('../../../local-system/src/servers/patient.ts');
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');
let files = 0;

export default async function runFile(globalConfig, config, environment, _, path, send) {
  const undo = replaceGlobals(environment.global.console);
  try {
    return await circus.default(
      globalConfig,
      config,
      { global: globalThis, handleTestEvent: beMorePatient },
      runtime(),
      path,
      send,
    );
  } finally {
    undo();
    reset();
  }
}

/** Time limits of a file's tests and hooks are those of this machine. */
function beMorePatient({ name }, state) {
  if (name !== 'run_start') return;
  state.testTimeout = patient(state.testTimeout);
  const pending = [state.rootDescribeBlock];
  for (const { hooks, children } of pending) {
    const limited = [...hooks, ...children].filter(({ timeout }) => timeout);
    for (const part of limited) part.timeout = patient(part.timeout);
    pending.push(...children.filter(({ type }) => type === 'describeBlock'));
  }
}

/** What jest-circus needs of a runtime, without the sandbox. */
function runtime() {
  files += 1;
  const file = files;
  return {
    // Has the tests and hooks of one file.
    requireInternalModule(path) {
      delete require.cache[path];
      return require(path);
    },
    requireModule: require,
    setGlobalsForRuntime: () => undefined,
    unstable_shouldLoadAsEsm: () => true,
    // Set-up files declare hooks of each file, and a watched spec runs again: both are loaded anew.
    unstable_importModule: (path) => import(`${pathToFileURL(path).href}?file=${file}`),
    enterTestCode: () => undefined,
    leaveTestCode: () => undefined,
  };
}

function replaceGlobals(testConsole) {
  const { console, process } = globalThis;
  const { exit } = process;
  const { prepareStackTrace } = Error;
  const env = { ...process.env };
  delete globalThis[EVENT_HANDLERS];
  globalThis.console = testConsole;
  // Node's own traces know the lines of TypeScript.
  Error.prepareStackTrace = undefined;
  // The worker would end, and Jest try the file again.
  process.exit = (code) => {
    throw new Error(`process.exit(${code ?? ''}) was called in a test`);
  };
  return () => {
    globalThis.console = console;
    Error.prepareStackTrace = prepareStackTrace;
    process.exit = exit;
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
  };
}
