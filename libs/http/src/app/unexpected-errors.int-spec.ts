import { eventually } from '@towpath/testing';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

type Line = Readonly<Record<string, unknown>>;

const PROGRAM = fileURLToPath(
  new URL('../../dist/fixtures/forgetful-service.fixture.js', import.meta.url),
);

function startService() {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const lines = () =>
    output
      .split('\n')
      .filter((line) => line.endsWith('}'))
      .map((line) => JSON.parse(line) as Line);
  return { child, ended, lines };
}

describe('an uncaught error in a running process', () => {
  it.each([
    ['unhandledRejection', '/sample/rejection'],
    ['uncaughtException', '/sample/exception'],
  ])('by %s is logged once with the ID of its request, and ends it', async (kind, path) => {
    const { child, ended, lines } = startService();
    try {
      const listening = () => lines().find((line) => 'publicUrl' in line);
      const { publicUrl } = await eventually(listening, { deadlineMs: 60_000 });
      const headers = { 'x-request-id': 'mine-1' };
      const request = fetch(`${String(publicUrl)}${path}`, { headers }).then(
        ({ status }) => status,
        () => 'cut off',
      );
      expect(await ended).toBe(1);
      await request;
      const errors = lines().filter(({ level }) => level === 'error' || level === 'fatal');
      expect(errors).toEqual([expect.objectContaining({ kind, request_id: 'mine-1' })]);
    } finally {
      child.kill('SIGKILL');
    }
  });
});
