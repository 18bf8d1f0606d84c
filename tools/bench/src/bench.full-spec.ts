import { jest } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder, workspaceRoot } from '@towpath/local-system';
import type { BenchResult } from './figures.js';

jest.setTimeout(480_000);

const PAGES = ['first', 'cursor', 'filtered', 'filtered_cursor', 'rare', 'rare_cursor'];
const FIGURES: Record<string, readonly string[]> = {
  a: ['links_per_s', 'latency_rate', 'p50_ms', 'p99_ms', 'cpu_ms', 'echo_per_s', 'echo_cpu_ms'],
  b: ['payments_per_s', 'journeys_per_s', 'cpu_ms', 'payments'],
  c: [
    'most_per_s',
    ...['100', '500', 'half'].flatMap((pace) => [
      `reached_${pace}_per_s`,
      ...['kafka', 'webhook'].flatMap((way) => [`${way}_${pace}_p50_ms`, `${way}_${pace}_p99_ms`]),
    ]),
  ],
  d: ['1', '10', '100'].flatMap((to) => [
    `deliveries_${to}`,
    `per_s_${to}`,
    `cpu_ms_${to}`,
    `system_cpu_ms_${to}`,
  ]),
  e: ['alone_p99_ms', 'beside_p99_ms', 'ratio'],
  f: [
    ...['cold_s', 'warm_s', 'refusal_s', 'refusal_s_gateway', 'refusal_s_webhook-dispatch'],
    ...['idle_mib', 'memory_mib', 'memory_mib_gateway', 'memory_mib_Kafka'],
  ],
  g: ['many', 'one'].flatMap((on) => [
    `charges_per_s_${on}`,
    `executed_per_s_${on}`,
    `cpu_ms_${on}`,
  ]),
  h: [
    ...['few', 'many'].flatMap((size) =>
      [...PAGES, 'deep', 'filtered_total', 'total', 'answer'].map((what) => `${what}_${size}_ms`),
    ),
    ...PAGES.map((page) => `${page}_ratio`),
  ],
};

const out = temporaryFolder();

afterAll(() => rmSync(out, { recursive: true, force: true }));

it('measures every figure of all parts, and draws them', async () => {
  const program = join(workspaceRoot(), 'tools/bench/dist/main.js');
  const child = spawn(process.execPath, [program, '--seconds', '1', '--out', out], {
    cwd: workspaceRoot(),
    env: { PATH: process.env['PATH'] },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  }
  const [code] = (await once(child, 'close')) as [number];
  expect(code === 0 ? '' : said).toBe('');
  expect(said).toContain('of the aim');
  const { parts } = JSON.parse(readFileSync(join(out, 'bench.json'), 'utf8')) as BenchResult;
  expect(parts.map(({ part }) => part)).toEqual(Object.keys(FIGURES));
  for (const { part, figures } of parts) {
    const measured = figures.filter(({ value }) => Number.isFinite(value) && value > 0);
    expect(measured.map(({ id }) => id)).toEqual(
      expect.arrayContaining([...(FIGURES[part] ?? [])]),
    );
  }
  const page = readFileSync(join(out, 'bench.html'), 'utf8');
  expect(page.match(/<h2>/g)).toHaveLength(parts.length);
  expect(page.match(/<svg /g)?.length).toBeGreaterThanOrEqual(parts.length);
});
