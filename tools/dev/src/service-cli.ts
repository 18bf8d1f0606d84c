import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { loadConfig } from '@towpath/config';
import { inheritedVariables, SYSTEM_SERVICES, workspaceRoot } from '@towpath/testing';
import { readEnvironmentFile } from './environment-files.js';
import { LauncherConfig } from './launcher.config.js';

// Runs a service's command line with the environment of the running system, or with this process's
// own where no system runs here: npm run customer-app is `gateway customer-app`.
const [service = '', ...words] = process.argv.slice(2);
const dataDir = resolve(loadConfig(LauncherConfig).dataDir);
const folder = SYSTEM_SERVICES.find(({ name }) => name === service)?.folder ?? '';
const running = readEnvironmentFile(dataDir, { service });
const child = spawn(process.execPath, [join(workspaceRoot(), folder, 'dist', 'cli.js'), ...words], {
  cwd: workspaceRoot(),
  stdio: 'inherit',
  env: running ? { ...inheritedVariables(), ...running.environment } : process.env,
});
child.once('exit', (code) => (process.exitCode = code ?? 1));
