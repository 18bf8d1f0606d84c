import { provisionDatabase, type DatabaseUrls } from '@towpath/persistence';
import { StartError } from '../servers/start-error.js';
import type { LauncherSecrets } from './keys.js';
import type { ServiceDefinition } from './services.js';

/** One database with its three roles per service; existing ones keep their data. */
export async function provisionDatabases(
  adminUrl: string,
  services: readonly ServiceDefinition[],
  { databasePasswords }: Pick<LauncherSecrets, 'databasePasswords'>,
): Promise<Record<string, DatabaseUrls>> {
  const databases: Record<string, DatabaseUrls> = {};
  // One after the other: databases that are made at the same time wait for each other's template.
  for (const { name } of services) {
    const password = (role: string): string => databasePasswords[`${name}.${role}`] ?? '';
    const passwords = {
      owner: password('owner'),
      app: password('app'),
      worker: password('worker'),
    };
    databases[name] = await provisionDatabase({ adminUrl, service: name, passwords }).catch(
      (error: Error) => {
        const reason = `The database of ${name} cannot be prepared: ${error.message}.`;
        throw new StartError('DIED', reason);
      },
    );
  }
  return databases;
}
