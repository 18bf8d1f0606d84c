import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Connection URLs that prepare one service's database. They hold passwords: never log them. */
export interface DatabaseSecrets {
  readonly owner: string;
  readonly app: string;
  readonly worker: string;
}

/** A secret is absent or not what it should be. The message names the file, never its content. */
export class UnusableSecret extends Error {
  override readonly name = 'UnusableSecret';
}

/** The administrator's URL: a role that may create roles and databases. */
export function readAdminUrl(folder: string): string {
  return readUrl(join(folder, 'database-admin-url'));
}

/** The URLs of the three roles from `<folder>/<service>.database-<role>-url`. */
export function readDatabaseSecrets({
  folder,
  service,
}: {
  readonly folder: string;
  readonly service: string;
}): DatabaseSecrets {
  const read = (role: string) => readUrl(join(folder, `${service}.database-${role}-url`));
  return { owner: read('owner'), app: read('app'), worker: read('worker') };
}

/** The password in a connection URL as it was before it was encoded. */
export function passwordOf(url: string): string {
  return decodeURIComponent(new URL(url).password);
}

function readUrl(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    throw new UnusableSecret(`The secret ${file} cannot be read (${reason}).`);
  }
  if (/^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '')) return text;
  throw new UnusableSecret(`The secret ${file} must be a postgres:// URL.`);
}
