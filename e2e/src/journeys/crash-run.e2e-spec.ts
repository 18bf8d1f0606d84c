import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { workspaceRoot } from '@towpath/testing';

/** Deals PostgreSQL, Kafka, gateway, payment-link, webhook-dispatch and sandbox into two cycles. */
const SEED = '9';

describe('a short crash run', () => {
  it('breaks no promise', async () => {
    const program = join(workspaceRoot(), 'tools/crash/dist/main.js');
    expect(existsSync(program)).toBe(true);
    const options = ['--cycles', '2', '--seed', SEED, '--untimed'];
    const run = promisify(execFile)(process.execPath, [program, ...options], {
      cwd: workspaceRoot(),
    });
    const { stdout } = await run.catch((error: Error & { stdout: string }) => error);
    expect(stdout).toMatch(/PASSED\s*$/);
  });
});
