import { jest } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import {
  freePort,
  inheritedVariables,
  temporaryFolder,
  workspaceRoot,
} from '@towpath/local-system';

jest.setTimeout(60_000);

const folder = temporaryFolder();
const program = join(workspaceRoot(), 'tools/dev/dist/start.js');

/** The launcher as npm start runs it, on a data folder of the test's own. */
async function launch(env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: workspaceRoot(),
    env: { ...inheritedVariables(), DATA_DIR: join(folder, 'data'), ...env },
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, errors: errors.trim().split('\n') };
}

describe('npm start, when it cannot start the system,', () => {
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('names the three solutions when there is no Java', async () => {
    const { code, errors } = await launch({ PATH: '/nonexistent' });
    expect(code).toBe(1);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/^Kafka needs Java 17 .* Docker Compose .* KAFKA_BROKERS /);
    expect(existsSync(join(folder, 'data', 'postgres'))).toBe(false);
  });

  it('names the variable that is wrong', async () => {
    expect(await launch({ PORT: 'eighty' })).toEqual({
      code: 1,
      errors: ['PORT must be a number.'],
    });
  });

  it('names an unknown option', async () => {
    const { code, errors } = await launch({ PORT: 'eighty' }, '--no-restarts');
    expect(code).toBe(1);
    expect(errors.join()).toContain("Unknown option '--no-restarts'");
    expect((await launch({ PORT: 'eighty' }, '--no-restart')).errors).toEqual([
      'PORT must be a number.',
    ]);
  });

  it('names the port that is in use', async () => {
    const occupant = createServer().listen(0, '127.0.0.1');
    await once(occupant, 'listening');
    const address = occupant.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { code, errors } = await launch({ PORT: String(port) });
    occupant.close();
    expect(code).toBe(1);
    expect(errors).toEqual([
      `the gateway cannot start: port ${port} of 127.0.0.1 is taken by another program. ` +
        'Stop that program, or choose another port with PORT.',
    ]);
  });

  it.each([
    [
      'KAFKA_BROKERS',
      (port: number) => `127.0.0.1:${port}`,
      /^Kafka at KAFKA_BROKERS \(.*\) does not answer\.$/,
    ],
    [
      'DATABASE_URL',
      (port: number) => `postgres://u:secret@127.0.0.1:${port}/d`,
      /^PostgreSQL at DATABASE_URL cannot be used: /,
    ],
  ])('reports that the server at %s is unavailable', async (variable, address, message) => {
    const { code, errors } = await launch({
      PORT: String(await freePort()),
      DATABASE_URL: process.env['TEST_POSTGRES_ADMIN_URL'] ?? '',
      KAFKA_BROKERS: process.env['TEST_KAFKA_BROKERS'] ?? '',
      [variable]: address(await freePort()),
    });
    expect(code).toBe(1);
    expect(errors).toEqual([expect.stringMatching(message)]);
    expect(errors.join()).not.toContain('secret');
  });

  it('finds Java where JAVA_HOME says', async () => {
    const { errors } = await launch({ JAVA_HOME: dirname(program) });
    expect(errors[0]).toContain(`(JAVA_HOME is ${dirname(program)})`);
  });
});
