/** @takes 100 s */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format, stripVTControlCharacters } from 'node:util';
import { temporaryFolder, workspaceRoot } from '@towpath/local-system';
import { CONNECTOR_FAULTS } from './connector-faults.js';
import type { ConnectorFault } from './mutation.js';

const RUN_MS = 1_200_000;
const folder = temporaryFolder();

interface Outcome {
  readonly isLoaded: boolean;
  readonly tests: readonly { readonly status: string; readonly failureMessages: string[] }[];
  /** Of the file itself. */
  readonly error?: string;
}

const outcomeFile = (name: string) => join(folder, `${name}.json`);

/** A Jest project that runs one test with one fault, on the servers of this run. */
function projectOf({ proof, name, module, edits }: ConnectorFault) {
  const root = workspaceRoot();
  const title = format(proof.title, ...(proof.row ?? [])).replaceAll(
    /[.*+?^${}()|[\]\\]/g,
    String.raw`\$&`,
  );
  return {
    displayName: name,
    rootDir: root,
    roots: [join(root, dirname(proof.file))],
    testMatch: [join(root, proof.file)],
    testEnvironment: 'node',
    transform: {},
    testRunner: join(root, 'tools/crash/src/mutations/planting-runner.mjs'),
    setupFilesAfterEnv: [join(root, 'libs/testing/jest/integration-timeouts.mjs')],
    testEnvironmentOptions: {
      fault: { name, module, edits },
      testNamePattern: `${title}$`,
      outcome: outcomeFile(name),
    },
  };
}

/** All faults in one run of Jest. Its worker ends when the modules of many faults fill it. */
async function plantAll(): Promise<string> {
  const config = join(folder, 'jest.config.json');
  writeFileSync(config, JSON.stringify({ projects: CONNECTOR_FAULTS.map(projectOf) }));
  const jest = join(workspaceRoot(), 'node_modules/jest/bin/jest.js');
  const options = ['--maxWorkers=1', '--workerIdleMemoryLimit=1GB', '--forceExit'];
  const child = spawn(process.execPath, [jest, '--config', config, ...options], {
    cwd: workspaceRoot(),
    env: { ...process.env, FORCE_COLOR: '0' },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await once(child, 'close');
  return said;
}

describe('a connector with a planted fault', () => {
  let said = '';
  beforeAll(async () => {
    said = await plantAll();
  }, RUN_MS);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function outcomeOf(name: string): Outcome {
    try {
      return JSON.parse(readFileSync(outcomeFile(name), 'utf8')) as Outcome;
    } catch (cause) {
      throw new Error(`${name} did not run: ${said}`, { cause });
    }
  }

  it.each(CONNECTOR_FAULTS)('is found: $fault', ({ name, proof }) => {
    const { isLoaded, tests, error } = outcomeOf(name);
    expect({ isLoaded, error }).toEqual({ isLoaded: true });
    expect(tests.map(({ status }) => status)).toContain('failed');
    const messages = tests.flatMap(({ failureMessages }) => failureMessages);
    expect(stripVTControlCharacters(messages.join('\n'))).toContain(proof.says);
  });
});
