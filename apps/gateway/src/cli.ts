import { failureText, runCommandLine } from './cli/command-line.js';

await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  write: (text) => void process.stdout.write(text),
}).catch((error: unknown) => {
  process.stderr.write(`${failureText(error)}\n`);
  process.exitCode = 1;
});
