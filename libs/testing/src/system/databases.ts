import { provisionDatabase, type DatabaseUrls } from '@towpath/persistence';
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
    databases[name] = await provisionDatabase({
      adminUrl,
      service: name,
      passwords: { owner: password('owner'), app: password('app'), worker: password('worker') },
    });
  }
  return databases;
}
