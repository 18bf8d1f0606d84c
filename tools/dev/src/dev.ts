import { join, resolve } from 'node:path';
import { loadConfig, printsUsage } from '@towpath/config';
import {
  inheritedVariables,
  sourceMaps,
  SYSTEM_SERVICES,
  workspaceRoot,
} from '@towpath/local-system';
import { DevProcess } from './dev-process.js';
import { readEnvironmentFile } from './environment-files.js';
import { onParentEnd } from './follow-parent.js';
import { LauncherConfig } from './launcher.config.js';
import { projectsIn, watchSources } from './source-watcher.js';
import { claimService, releaseService } from './take-over.js';

const PAGES = ['hosted-ui', 'console'];

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const root = workspaceRoot();
const dataDir = resolve(loadConfig(LauncherConfig).dataDir);
const [name = ''] = process.argv.slice(2);

const SERVICES = [...SYSTEM_SERVICES.map((each) => each.name), ...PAGES].join(', ');
const purpose = `Runs one part in place of that of npm start, and again at each change: ${SERVICES}.`;

if (printsUsage({ program: 'npm run dev --', options: 'SERVICE', purpose })) process.exitCode = 0;
else if (PAGES.includes(name)) await developPages();
else await developService();

/** Built again at each change; the running gateway serves the result at the next reload. */
async function developPages(): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const pages = new DevProcess({
    name,
    command: process.execPath,
    args: [vite, 'build', '--watch'],
    cwd: join(root, 'apps', name),
    env: process.env,
    log: say,
  });
  endOnSignal(() => pages.stop());
  await pages.restart();
}

/** Runs the service in place of the running system's, compiling and restarting at each change. */
async function developService(): Promise<void> {
  const definition = SYSTEM_SERVICES.find((each) => each.name === name);
  if (!definition) return fail(`Say which service to develop: one of ${SERVICES}.`);
  const file = readEnvironmentFile(dataDir, { service: name });
  if (!file) return fail('No system is running here: start it first, with npm start.');
  const service = new DevProcess({
    name,
    command: process.execPath,
    args: [...sourceMaps(), join(root, definition.folder, 'dist', 'main.js')],
    cwd: root,
    env: { ...inheritedVariables(), ...file.environment },
    healthUrl: file.internalUrl,
    log: say,
  });
  endOnSignal(async () => {
    await service.stop();
    releaseService({ dataDir, service: name });
  });
  await claimService({ dataDir, service: name });
  watchSources({
    projects: [{ root, folder: definition.folder }, ...projectsIn(root, { parent: 'libs' })],
    onCompiled: (files) => {
      say(`changed: ${files.join(', ')}`);
      void service.restart();
    },
    onMistake: (message) => say(`not compiled, the service runs on unchanged:\n${message}`),
  });
  await service.restart();
}

function endOnSignal(end: () => Promise<void>): void {
  const leave = () => void end().finally(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, leave);
  onParentEnd(leave);
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
