// The health check of the image: ends with 0 when the service in this container is ready.
const address = `http://127.0.0.1:${process.env['INTERNAL_PORT']}/health/ready`;
const DEADLINE_MS = 4000;

try {
  const answer = await fetch(address, { signal: AbortSignal.timeout(DEADLINE_MS) });
  process.stdout.write(await answer.text());
  process.exitCode = answer.ok ? 0 : 1;
} catch (error) {
  process.stderr.write(`${address}: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
