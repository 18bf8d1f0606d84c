import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** What may go wrong in a spec, and what the report must say of it. */
const BROKEN: Readonly<Record<string, { readonly text: string; readonly reported: string }>> = {
  assertion: {
    text: `it('fails', () => {
  const count: number = 1;
  expect(count).toBe(2);
});`,
    reported: 'assertion.planted.ts:3:17',
  },
  'before-all': {
    text: `beforeAll(() => { throw new Error('no set-up'); });
it('has no set-up', () => undefined);`,
    reported: 'no set-up',
  },
  'after-all': {
    text: `afterAll(() => { throw new Error('no end'); });
it('passes', () => undefined);`,
    reported: 'no end',
  },
  rejection: {
    text: `it('leaves a promise', async () => {
  void Promise.reject(new Error('nobody listens'));
  await new Promise((resolve) => setTimeout(resolve, 20));
});`,
    reported: 'nobody listens',
  },
  exception: {
    text: `it('throws later', async () => {
  setTimeout(() => { throw new Error('nobody catches'); }, 5);
  await new Promise((resolve) => setTimeout(resolve, 50));
});`,
    reported: 'nobody catches',
  },
  loading: { text: `throw new Error('ends at once');`, reported: 'ends at once' },
  'missing-import': {
    text: `import { nothing } from './nowhere.js';
it('has it', () => nothing());`,
    reported: 'nowhere',
  },
  syntax: { text: `it('is no code', () => {`, reported: 'Expected' },
  empty: { text: 'export {};', reported: 'must contain at least one test' },
  hanging: {
    text: `it('hangs', () => new Promise(() => undefined), 100);`,
    reported: 'timeout of 100',
  },
  exit: {
    text: `it('ends the process', () => process.exit(0));`,
    reported: 'process.exit(0) was called',
  },
  killed: {
    text: `it('is killed', () => new Promise(() => process.kill(process.pid, 'SIGKILL')));`,
    reported: 'SIGKILL',
  },
};

const SLOW = `import { jest } from '@jest/globals';
jest.setTimeout(50);
describe('a group', () => { it('hangs', () => new Promise(() => undefined)); });`;

/** Two files of one process: the second finds nothing that the first one left. */
const NEIGHBOURS = {
  first: `import { jest } from '@jest/globals';
jest.useFakeTimers();
jest.spyOn(Math, 'max').mockReturnValue(7);
process.env['PLANTED'] = 'yes';
process.env['HOME'] = '/elsewhere';
beforeAll(() => undefined);
it('changes the process', () => {
  expect(Math.max(1, 2)).toBe(7);
});`,
  second: `it('finds it as it was', async () => {
  expect(Math.max(1, 2)).toBe(2);
  expect(process.env['PLANTED']).toBeUndefined();
  expect(process.env['HOME']).not.toBe('/elsewhere');
  await new Promise((resolve) => setTimeout(resolve, 1));
});`,
};

interface Report {
  readonly testResults: readonly { name: string; status: string; message: string }[];
}

/** Runs specs as `npm test` does: their own files, in a folder of their own. */
function run(texts: Readonly<Record<string, string>>, maxWorkers: number, patience = '1') {
  const folder = mkdtempSync(join(process.cwd(), '.cache/planted-'));
  try {
    for (const [name, text] of Object.entries(texts))
      writeFileSync(join(folder, `${name}.planted.ts`), text);
    const report = join(folder, 'report.json');
    const { status } = jest(folder, patience, [
      '--json',
      '--outputFile',
      report,
      `--maxWorkers=${maxWorkers}`,
    ]);
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    const results = testResults.map((result) => [
      basename(result.name, '.planted.ts'),
      { status: result.status, message: stripVTControlCharacters(result.message) },
    ]);
    return {
      status,
      results: Object.fromEntries(results) as Record<string, Report['testResults'][0]>,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function jest(rootDir: string, patience: string, options: readonly string[]) {
  const testRunner = join(process.cwd(), 'libs/testing/jest/native/runner.mjs');
  const config = { rootDir, testRunner, transform: {}, testMatch: ['**/*.planted.ts'] };
  const program = ['node_modules/jest/bin/jest.js', '--config', JSON.stringify(config), '--silent'];
  const env = { ...process.env, TEST_PATIENCE: patience };
  return spawnSync(process.execPath, [...program, ...options], { encoding: 'utf8', env });
}

describe('a spec file', () => {
  let outcome: ReturnType<typeof run>;

  beforeAll(() => {
    const texts = Object.entries(BROKEN).map(([name, { text }]) => [name, text] as const);
    outcome = run(Object.fromEntries(texts), 2);
  }, 120_000);

  it.each(Object.entries(BROKEN))('with %s fails, and fails the run', (name, { reported }) => {
    expect(outcome.status).toBe(1);
    expect(outcome.results[name]).toMatchObject({
      status: 'failed',
      message: expect.stringContaining(reported),
    });
  });

  it('has more time on a slow machine, also where a test sets its own time', () => {
    const { results } = run({ hanging: BROKEN['hanging']?.text ?? '', slow: SLOW }, 2, '2.5');
    expect(results['hanging']?.message).toContain('timeout of 250');
    expect(results['slow']?.message).toContain('timeout of 125');
  }, 60_000);

  it('does not change the process for the next file', () => {
    const { status, results } = run(NEIGHBOURS, 1);
    expect(results).toMatchObject({ first: { status: 'passed' }, second: { status: 'passed' } });
    expect(status).toBe(0);
  }, 60_000);
});
