import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processCommand } from './process-table.js';

const PREFIX = 'towpath-test-';

/**
 * Creates a folder for servers of tests, which the server's user can enter too. It also removes
 * folders of dead test processes.
 */
export function temporaryFolder(): string {
  removeAbandoned();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  chmodSync(folder, 0o711);
  return folder;
}

function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split('-')[0]) : 0;
    if (owner > 0 && processCommand(owner) === undefined) {
      // Another user's leftovers cannot be removed, and need not be.
      rmSync(join(tmpdir(), name), { recursive: true, force: true, maxRetries: 1 });
    }
  }
}
