// Verifies the audit of every service against the copies of its seals, where all databases can be
// reached: SECRETS_DIR is a folder with the file `<service>.database-worker-url` of each service,
// as docker/make-secrets.sh makes it in `migrate` (/run/secrets if unset).
import { ConfigError } from '@towpath/config';
import { runAudit } from '@towpath/service';
import { readDatabaseSecrets, UnusableSecret } from './database-secrets.js';

const folder = process.env['SECRETS_DIR'] ?? '/run/secrets';

await runAudit('node tools/deploy/dist/audit.js', () => ({
  urlOf: (service) => {
    try {
      return readDatabaseSecrets({ folder, service }).worker;
    } catch (error) {
      throw error instanceof UnusableSecret ? new ConfigError([error.message]) : error;
    }
  },
  none: `There is no secret of a database in ${folder}.`,
}));
