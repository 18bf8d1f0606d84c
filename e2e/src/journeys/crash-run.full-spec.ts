/** @proves promise-1, promise-2, promise-3, promise-4, promise-5, promise-6, promise-13 @takes 200 s */
import { jest } from '@jest/globals';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { workspaceRoot } from '@towpath/local-system';

/**
 * Deals payment-link, PostgreSQL and Kafka into the first cycle, mandate, the sandbox with its bank
 * and webhook-dispatch into the second, and mandate again as the last.
 */
const SEED = '432';

// A machine that does other work takes several times as long as one of its own.
jest.setTimeout(600_000);

describe('a short crash run', () => {
  it('a short crash run breaks no promise', async () => {
    const program = join(workspaceRoot(), 'tools/crash/dist/main.js');
    expect(existsSync(program)).toBe(true);
    const options = ['--cycles', '2', '--seed', SEED, '--untimed'];
    const run = promisify(execFile)(process.execPath, [program, ...options], {
      cwd: workspaceRoot(),
    });
    const { stdout } = await run.catch((error: Error & { stdout: string }) => error);
    expect(stdout).toMatch(/PASSED\s*$/);
    // What the promises about mandates and charges were checked on.
    expect(stdout).toMatch(/kill -9 mandate/);
    expect(stdout).toMatch(/^[1-9]\d* mandates: .*\bSUCCEEDED\b/m);
    expect(stdout).toMatch(/^[1-9]\d* charges on them: .*\bEXECUTED\b.*; [1-9]\d* at the bank$/m);
  });
});
