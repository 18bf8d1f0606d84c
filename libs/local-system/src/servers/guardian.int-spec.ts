import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './eventually.js';
import { workspaceRoot } from '../workspace.js';
import { processCommand } from './process-table.js';
import { temporaryFolder } from './temporary-folder.js';

const built = join(workspaceRoot(), 'libs/local-system/dist/servers/managed-process.js');

describe('guardian', () => {
  const folder = temporaryFolder();
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('ends the children of a process that was killed, even one that ignores SIGTERM', async () => {
    const script = `
      const { ManagedProcess } = await import(${JSON.stringify(built)});
      const start = (name, body) => ManagedProcess.start({
        name, command: '/bin/sh', args: ['-c', body], stopSignal: 'SIGTERM',
        logFile: ${JSON.stringify(folder)} + '/' + name, stopDeadlineMs: 1000 });
      const a = await start('a', 'while true; do sleep 1; done');
      const b = await start('b', 'trap "" TERM; while true; do sleep 1; done');
      process.stdout.write(a.pid + ' ' + b.pid + '\\n');`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script]);
    const [chunk] = (await once(parent.stdout, 'data')) as [Buffer];
    const [polite = 0, stubborn = 0] = chunk.toString().split(' ').map(Number);
    expect(processCommand(polite)).toContain('sleep 1');
    parent.kill('SIGKILL');
    for (const pid of [polite, stubborn]) {
      await eventually(() => processCommand(pid) === undefined, {
        deadlineMs: 15_000,
        describe: () => `the end of process ${pid}: ${processCommand(pid) ?? 'ended'}`,
      });
    }
  }, 30_000);
});
