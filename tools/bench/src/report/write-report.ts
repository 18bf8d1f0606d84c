import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchResult } from '../figures.js';
import { pageOf } from './html.js';

/** Writes `bench.json` (the figures) and `bench.html` (with plots); returns both paths. */
export function writeReport(folder: string, result: BenchResult): string[] {
  mkdirSync(folder, { recursive: true });
  const json = join(folder, 'bench.json');
  const html = join(folder, 'bench.html');
  const parts = result.parts.map(({ part, title, figures }) => ({ part, title, figures }));
  writeFileSync(json, `${JSON.stringify({ ...result, parts }, null, 2)}\n`);
  writeFileSync(html, pageOf(result));
  return [json, html];
}
