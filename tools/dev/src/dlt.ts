import { resolve } from 'node:path';
import { loadConfig } from '@towpath/config';
import { runDlt } from '@towpath/service';
import { readEnvironmentFile } from './environment-files.js';
import { LauncherConfig } from './launcher.config.js';

// npm run dlt: the parked messages of the services that npm start runs.
await runDlt('npm run dlt --', () => {
  const dataDir = resolve(loadConfig(LauncherConfig).dataDir);
  return {
    urlOf: (service) =>
      readEnvironmentFile(dataDir, { service })?.environment['DATABASE_WORKER_URL'],
    none: 'No such service is running here: start the system first, with npm start.',
  };
});
