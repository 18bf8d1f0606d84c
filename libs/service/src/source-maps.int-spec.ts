import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sourceMaps, workspaceRoot } from '@towpath/local-system';

const OURS = pathToFileURL(join(workspaceRoot(), 'libs', 'kernel', 'dist', 'index.js')).href;

/** Runs a script with the arguments of a service. */
function run(script: string): string {
  const args = [...sourceMaps(), '--input-type=module', '--eval', script];
  return execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' });
}

describe('source maps', () => {
  it('name our sources in stack traces', () => {
    const stack = run(`
      import * as kernel from '${OURS}';
      try { kernel.Money.of(0.5, "HKD"); } catch (error) { console.log(error.stack); }
    `);
    expect(stack).toMatch(/libs\/kernel\/src\/[\w/-]+\.ts:\d+:\d+/);
  });

  it('are not kept for packages', () => {
    const mapped = run(`
      import { createRequire, findSourceMap } from 'node:module';
      import 'typeorm';
      const require = createRequire('${pathToFileURL(join(workspaceRoot(), 'package.json')).href}');
      console.log(findSourceMap(require.resolve('typeorm')) === undefined);
    `);
    expect(mapped.trim()).toBe('true');
  });
});

describe('a signal before the program listens for it', () => {
  const LASTING = 'console.log("runs"); setInterval(() => undefined, 1000);';

  async function codeAfterSignal(script: string): Promise<number | null> {
    const args = [...sourceMaps(), '--input-type=module', '--eval', script];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
  }

  it('ends the program, also as the first process of a container', async () => {
    expect(await codeAfterSignal(LASTING)).toBe(143);
  });

  it('is left to a program that listens', async () => {
    const own = "process.once('SIGTERM', () => setTimeout(() => process.exit(7), 50));";
    expect(await codeAfterSignal(`${own} ${LASTING}`)).toBe(7);
  });
});
