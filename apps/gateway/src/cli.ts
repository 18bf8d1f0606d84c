import { text } from 'node:stream/consumers';
import { failureText, runCommandLine } from './cli/command-line.js';

await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  write: (written) => void process.stdout.write(written),
  read: () => text(process.stdin),
}).catch((error: unknown) => {
  process.stderr.write(`${failureText(error)}\n`);
  process.exitCode = 1;
});
