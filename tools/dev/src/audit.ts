import { resolve } from 'node:path';
import { loadConfig } from '@towpath/config';
import { runAudit } from '@towpath/service';
import { readEnvironmentFile } from './environment-files.js';
import { LauncherConfig } from './launcher.config.js';

// npm run audit: the audit of the services that npm start runs.
await runAudit('npm run audit --', () => {
  const dataDir = resolve(loadConfig(LauncherConfig).dataDir);
  return {
    urlOf: (service) =>
      readEnvironmentFile(dataDir, { service })?.environment['DATABASE_WORKER_URL'],
    none: 'No such service is running here: start the system first, with npm start.',
  };
});
