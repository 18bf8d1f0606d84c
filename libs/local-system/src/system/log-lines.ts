import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningSystem } from './running-system.js';

const MAX_LINES = 20;

/** Log lines of the services that contain a text, such as the ID of a request: at most 20 lines. */
export function logLinesWith({ dataDir }: Pick<RunningSystem, 'dataDir'>, text: string): string[] {
  if (text === '') return [];
  const folder = join(dataDir, 'logs');
  const lines = readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8').split('\n'),
  );
  return lines.filter((line) => line.includes(text)).slice(0, MAX_LINES);
}
