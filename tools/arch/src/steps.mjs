import { spawnSync } from 'node:child_process';

/** Runs named steps in order, shows how long each took, and stops at the first that fails. */
export function runSteps(steps) {
  for (const [name, command, env = {}] of steps) {
    const started = performance.now();
    process.stdout.write(`\n== ${name}\n`);
    const { status } = spawnSync(command, {
      shell: true,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stdout.write(`== ${name}: ${status === 0 ? 'ok' : 'FAILED'} in ${seconds} s\n`);
    if (status !== 0) return { failed: name };
  }
  return { failed: null };
}
