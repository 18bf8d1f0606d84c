import { spawn } from 'node:child_process';

const LANES = 2;

/** Runs named steps in order, shows how long each took, and stops at the first that fails. */
export async function runSteps(steps) {
  for (const [name, command] of steps) {
    process.stdout.write(`\n== ${name}\n`);
    if (!(await run({ name, command, stdio: 'inherit' }))) return { failed: name };
  }
  return { failed: null };
}

/**
 * Runs independent steps, two at a time in the given order. The output of a step is printed at its
 * end. After a failure no new step starts.
 */
export async function runSideBySide(steps) {
  const waiting = [...steps];
  let failed = null;
  const lane = async () => {
    for (let next = waiting.shift(); next && !failed; next = waiting.shift()) {
      const [name, command] = next;
      if (!(await run({ name, command, stdio: 'pipe' }))) failed ??= name;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return { failed };
}

async function run({ name, command, stdio }) {
  const started = performance.now();
  const child = spawn(command, { shell: true, stdio: ['inherit', stdio, stdio] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => (output += text));
  const status = await new Promise((resolve) => child.once('close', resolve));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (stdio === 'pipe') process.stdout.write(`\n== ${name}\n${output}`);
  process.stdout.write(`== ${name}: ${status === 0 ? 'ok' : 'FAILED'} in ${seconds} s\n`);
  return status === 0;
}
