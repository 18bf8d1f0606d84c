import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sourceMaps, workspaceRoot } from '@towpath/testing';

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
