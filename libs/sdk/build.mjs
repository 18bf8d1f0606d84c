// The published layout: ES modules in dist, CommonJS in dist/cjs, types beside both.
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, writeFileSync } from 'node:fs';

const SWC = ['swc', 'src', '--config-file', '../../.swcrc', '--strip-leading-paths', '--quiet'];
const run = (...command) => execFileSync('npx', command, { stdio: 'inherit' });

run(...SWC, '-d', 'dist', '--delete-dir-on-start');
run(...SWC, '-d', 'dist/cjs', '-C', 'module.type=commonjs');
writeFileSync('dist/cjs/package.json', '{ "type": "commonjs" }\n');
// By its path: two packages have a command `tsc`.
run('node', '../../node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json');
for (const types of globSync('dist/**/*.d.ts', { exclude: ['dist/cjs/**'] })) {
  cpSync(types, types.replace('dist', 'dist/cjs'));
}
