import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { loadConfig } from '@towpath/config';
import { inheritedVariables, workspaceRoot } from '@towpath/local-system';
import { readEnvironmentFile } from './environment-files.js';
import { explainFailure } from './explain-failure.js';
import { LauncherConfig } from './launcher.config.js';

// npm run customer-app -- create …: the gateway's command line, against the system of npm start;
// npm run settlement-account, gateway-account and payment-user are other groups of its commands.
try {
  process.exitCode = run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 1;
}

/** The exit code of the command. */
function run(args: readonly string[]): number {
  const dataDir = resolve(loadConfig(LauncherConfig).dataDir);
  const file = readEnvironmentFile(dataDir, { service: 'gateway' });
  const isHelp = args.at(-1) === 'help' || args.includes('--help');
  if (!file && !isHelp) {
    process.stderr.write('No system is running here: start it first, with npm start.\n');
    return 1;
  }
  const script = join(workspaceRoot(), 'apps/gateway/dist/cli.js');
  const env = { ...inheritedVariables(), ...file?.environment, LOG_LEVEL: 'silent' };
  const { status } = spawnSync(process.execPath, [script, ...args], { stdio: 'inherit', env });
  return status ?? 1;
}
