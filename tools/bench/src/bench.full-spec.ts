/** @takes 100 s */
import { jest } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inheritedVariables, temporaryFolder, workspaceRoot } from '@towpath/local-system';
import { OPERATIONS, PARTS, type BenchResult } from './figures.js';

// Its own parts wait on conditions: on a slow machine beside another long spec it takes long.
jest.setTimeout(900_000);

const EACH = ['per_s', 'p50_ms', 'p99_ms', 'cpu_ms', 'floors', 'commits', 'requests'];
const START = ['cold_s', 'warm_s', 'start_floors', 'rest_mib', 'memory_floors', 'memory_mib'];
const out = temporaryFolder();

afterAll(() => rmSync(out, { recursive: true, force: true }));

it('measures every figure of all parts of a system', async () => {
  const program = join(workspaceRoot(), 'tools/bench/dist/main.js');
  const child = spawn(process.execPath, [program, '--seconds', '1', '--out', out], {
    cwd: workspaceRoot(),
    env: inheritedVariables(),
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  }
  const [code] = (await once(child, 'close')) as [number];
  expect(code === 0 ? '' : said).toBe('');
  expect(said).toContain('of the aim');
  const { parts } = JSON.parse(readFileSync(join(out, 'bench.json'), 'utf8')) as BenchResult;
  expect(parts.map(({ part }) => part)).toEqual(PARTS);
  const figures = parts.flatMap((part) => part.figures);
  const measured = figures.filter(({ value }) => Number.isFinite(value) && value > 0);
  const expected = OPERATIONS.flatMap((part) => EACH.map((id) => `${part}_${id}`));
  expect(measured.map(({ id }) => id)).toEqual(expect.arrayContaining([...expected, ...START]));
});
