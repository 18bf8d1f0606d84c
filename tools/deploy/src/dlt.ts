// The parked messages of the service in whose container it runs: the database is the one that
// DATABASE_WORKER_URL or DATABASE_WORKER_URL_FILE names.
import { loadConfig } from '@towpath/config';
import { roleNameOf } from '@towpath/persistence';
import { runDlt } from '@towpath/service';
import { WorkerConfig } from './worker.config.js';

await runDlt('node tools/deploy/dist/dlt.js', () => {
  const { databaseWorkerUrl } = loadConfig(WorkerConfig);
  const role = decodeURIComponent(new URL(databaseWorkerUrl).username);
  return {
    urlOf: (service) => (roleNameOf(service, 'worker') === role ? databaseWorkerUrl : undefined),
    none: `The database of this container belongs to another service: its role is "${role}".`,
  };
});
