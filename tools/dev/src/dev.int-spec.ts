import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  freePort,
  type ServiceProcess,
  temporaryFolder,
  workspaceRoot,
} from '@towpath/local-system';
import { eventually } from '@towpath/testing';
import { DevProcess } from './dev-process.js';
import { watchSources } from './source-watcher.js';
import { claimService, handOverToDev, releaseService } from './take-over.js';

const root = temporaryFolder();
const folder = 'apps/echo';

/** A service of one file that answers with `word`. */
const source = (word: string): string => `
  import { createServer } from 'node:http';
  const word: string = ${JSON.stringify(word)};
  createServer((_, response) => response.end(word)).listen(Number(process.env['INTERNAL_PORT']));
`;

function save(text: string): void {
  writeFileSync(join(root, folder, 'src', 'main.ts'), text);
}

describe('npm run dev', () => {
  const lines: string[] = [];
  let service: DevProcess;
  let url: string;
  const answer = async (): Promise<string> => (await fetch(url)).text();

  beforeAll(async () => {
    copyFileSync(join(workspaceRoot(), '.swcrc'), join(root, '.swcrc'));
    mkdirSync(join(root, folder, 'src', 'parts'), { recursive: true });
    mkdirSync(join(root, folder, 'dist'));
    writeFileSync(join(root, folder, 'package.json'), '{"type":"module"}');
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    service = new DevProcess({
      name: 'echo',
      command: process.execPath,
      args: [join(root, folder, 'dist', 'main.js')],
      cwd: root,
      env: { INTERNAL_PORT: String(port) },
      healthUrl: url,
      log: (line) => lines.push(line),
    });
    watchSources({
      projects: [{ root, folder }],
      onCompiled: () => void service.restart(),
      onMistake: (message) => lines.push(message),
    });
  });
  afterAll(async () => {
    await service.stop();
    rmSync(root, { recursive: true, force: true });
  });

  it('runs saved code within two seconds', async () => {
    save(source('one'));
    await eventually(async () => (await answer()) === 'one', { describe: 'the first answer' });
    const begin = performance.now();
    save(source('two'));
    await eventually(async () => (await answer()) === 'two', { describe: 'the second answer' });
    expect(performance.now() - begin).toBeLessThan(2000);
  });

  it('keeps the old program running when the new code does not compile', async () => {
    save('const = broken');
    await eventually(() => lines.some((line) => line.includes('main.ts')) || undefined, {
      describe: () => `the mistake among ${JSON.stringify(lines)}`,
    });
    expect(await answer()).toBe('two');
  });

  it('keeps source maps next to the code, and removes the code of deleted files', async () => {
    const part = (side: 'src' | 'dist', end: 'ts' | 'js' | 'js.map') =>
      join(root, folder, side, 'parts', `part.${end}`);
    writeFileSync(part('src', 'ts'), 'export const part: number = 1;');
    await eventually(() => existsSync(part('dist', 'js')), { describe: 'the compiled part' });
    expect(readFileSync(part('dist', 'js'), 'utf8')).toContain('sourceMappingURL=part.js.map');
    expect(JSON.parse(readFileSync(part('dist', 'js.map'), 'utf8'))).toMatchObject({
      sources: ['../../src/parts/part.ts'],
    });
    rmSync(part('src', 'ts'));
    await eventually(() => !existsSync(part('dist', 'js')), { describe: 'the end of the part' });
  });

  it('compiles no tests', async () => {
    writeFileSync(join(root, folder, 'src', 'echo.spec.ts'), 'export {};');
    save(source('three'));
    await eventually(async () => (await answer()) === 'three', { describe: 'the third answer' });
    expect(existsSync(join(root, folder, 'dist', 'echo.spec.js'))).toBe(false);
  });
});

describe('a running local system', () => {
  it('gives a service to its developer for a while, and takes it over again', async () => {
    const dataDir = temporaryFolder();
    const calls: string[] = [];
    const port = await freePort();
    const services = ['echo', 'other'].map((name) => ({
      name,
      url: `http://127.0.0.1:${port}`,
      internalUrl: `http://127.0.0.1:${port}`,
      stop: () => Promise.resolve(void calls.push(`stop ${name}`)),
      start: () => Promise.resolve(void calls.push(`start ${name}`)),
    })) as unknown as ServiceProcess[];
    const onFailure = (error: Error) => calls.push(error.message);
    handOverToDev({ dataDir, services }, { log: () => undefined, onFailure });
    const seen = (...expected: string[]) =>
      eventually(() => calls.join() === expected.join(), {
        describe: () => `${expected.join()} (saw ${calls.join()})`,
      });
    await claimService({ dataDir, service: 'echo' });
    expect(calls).toEqual(['stop echo']);
    releaseService({ dataDir, service: 'echo' });
    await seen('stop echo', 'start echo');
    // A claim whose owner died counts for nothing, while that of a live one does.
    writeFileSync(join(dataDir, 'dev', 'echo'), String(await endedProcess()));
    await claimService({ dataDir, service: 'other' });
    expect(calls).toEqual(['stop echo', 'start echo', 'stop other']);
    rmSync(dataDir, { recursive: true });
  });
});

async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid ?? 0;
}
