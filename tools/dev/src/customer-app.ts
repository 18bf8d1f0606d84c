import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { loadConfig } from '@towpath/config';
import { inheritedVariables, workspaceRoot } from '@towpath/testing';
import { readEnvironmentFile } from './environment-files.js';
import { LauncherConfig } from './launcher.config.js';

// npm run customer-app -- create …: the gateway's command line, against the system of npm start.
const file = readEnvironmentFile(resolve(loadConfig(LauncherConfig).dataDir), {
  service: 'gateway',
});
if (!file) {
  process.stderr.write('No system is running here: start it first, with npm start.\n');
  process.exit(1);
}
const [group = '', ...rest] = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  [join(workspaceRoot(), 'apps/gateway/dist/cli.js'), group, ...rest],
  { stdio: 'inherit', env: { ...inheritedVariables(), ...file.environment, LOG_LEVEL: 'silent' } },
);
process.exit(status ?? 1);
