import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError, temporaryFolder } from '@towpath/local-system';
import { readOptions, USAGE, type BenchOptions } from './options.js';
import { tableOf } from './report/table.js';
import { runBench } from './run/bench.js';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') say(USAGE);
  else await measure(options);
} catch (error) {
  const lines = error instanceof StartError ? error.lastLines : [];
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${[message, ...lines].join('\n')}\n`);
  process.exitCode = 1;
}

async function measure({ out, ...options }: BenchOptions): Promise<void> {
  const folder = temporaryFolder();
  try {
    const dataDir = join(folder, 'data');
    const result = await runBench({ ...options, dataDir, log: say });
    mkdirSync(out, { recursive: true });
    const file = join(out, 'bench.json');
    writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
    say(`\n${tableOf(result)}\n\nwritten: ${file}`);
    for (const complaint of result.failed) {
      process.stderr.write(`${complaint}\n`);
      process.exitCode = 1;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
