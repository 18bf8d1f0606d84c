/** @proves promise-9 @takes 230 s */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorld } from '../bad-input/world.js';
import { RunningSystem } from '../system/running-system.js';
import { fuzzingConfig } from './fuzzing-config.js';

const LIMIT_MS = 600_000;
/** Another one finds other things. */
const SEED = process.env['SCHEMATHESIS_SEED'] ?? '1';
const EXAMPLES = '5';
/** An unknown ID answers 400 in this interface, where these two expect a 404. */
const CONTRADICTED = ['positive_data_acceptance', 'use_after_free'];

const system = RunningSystem.open();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'towpath-fuzzing-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Runs where Schemathesis is: `npm test` says so when it is left out.
it(
  'Schemathesis finds no server error and no wrong answer in the documented interface',
  async () => {
    const config = join(folder, 'schemathesis.toml');
    writeFileSync(config, await fuzzingConfig(await createWorld(system)), { mode: 0o600 });
    const { code, told } = await schemathesis([
      ...['--config-file', config, 'run', `${system.baseUrl}/openapi.json`],
      ...['--exclude-checks', CONTRADICTED.join(','), '--continue-on-failure', '--no-color'],
      ...['--phases', 'examples,coverage,fuzzing', '--max-examples', EXAMPLES, '--seed', SEED],
      ...['--workers', '1', '--request-timeout', '60', '--warnings', 'off'],
    ]);
    if (code !== 0) throw new Error(findingsIn(told));
  },
  LIMIT_MS,
);

function schemathesis(args: readonly string[]): Promise<{ code: unknown; told: string }> {
  return new Promise((resolve) => {
    // Its findings are kept in files beside it.
    const options = { cwd: folder, timeout: LIMIT_MS, maxBuffer: 2 ** 26 };
    execFile('st', args, options, (error, stdout, stderr) => {
      resolve({ code: error ? (error.code ?? error.signal) : 0, told: stdout + stderr });
    });
  });
}

/** What it found, without what it was about to do: reports of CI cut long texts. */
function findingsIn(told: string): string {
  const [, findings] = told.split(/(?=^=+ (?:FAILURES|ERRORS) =+$)/m);
  return findings ?? told;
}
