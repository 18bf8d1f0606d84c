// Checks the types of one project alone, for Nx. `npm run types` checks all of them in one program.
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, writeFileSync } from 'node:fs';

const [project] = process.argv.slice(2);
const sources = ['src', 'test'].map((folder) => `${project}/${folder}/**/*.ts`);
if (globSync(sources).length > 0) {
  const name = project.replaceAll('/', '-');
  const config = {
    extends: '../../tsconfig.base.json',
    include: sources.map((pattern) => `../../${pattern}`),
    compilerOptions: { incremental: true, tsBuildInfoFile: `${project}.tsbuildinfo` },
  };
  mkdirSync('.cache/types', { recursive: true });
  writeFileSync(`.cache/types/${name}.json`, JSON.stringify(config));
  const tsc = ['node_modules/typescript-native/bin/tsc', '-p', `.cache/types/${name}.json`];
  process.exitCode = spawnSync(process.execPath, tsc, { stdio: 'inherit' }).status ?? 1;
}
