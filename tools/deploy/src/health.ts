// The health check of the image: ends with 0 when the service in this container is ready.
import { parseArgs } from 'node:util';

const USAGE = `usage: node tools/deploy/dist/health.js
Asks the service of this container, at INTERNAL_PORT, whether it is ready: ends with 0 or 1.
`;
const DEADLINE_MS = 4000;
const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } });

if (values.help) process.stdout.write(USAGE);
else await check(`http://127.0.0.1:${process.env['INTERNAL_PORT']}/health/ready`);

async function check(address: string): Promise<void> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(DEADLINE_MS) });
    process.stdout.write(await answer.text());
    process.exitCode = answer.ok ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${address}: ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
