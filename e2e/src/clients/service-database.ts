import pg from 'pg';

/** A system whose PostgreSQL is known. */
interface Served {
  readonly adminUrl: string;
}

/** The database of a service as its administrator has it, past all of the services' own code. */
export async function inDatabase<T>(
  system: Served,
  database: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const url = new URL(system.adminUrl);
  url.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Works while a table is held so that nobody reads it: its service is there, and does not answer
 * about what is in it. Run such a spec alone: everybody waits for the table.
 */
export function whileHeld<T>(
  system: Served,
  { database, table }: { readonly database: string; readonly table: string },
  work: () => Promise<T>,
): Promise<T> {
  return inDatabase(system, database, async (client) => {
    await client.query('BEGIN');
    await client.query(`LOCK TABLE ${pg.escapeIdentifier(table)} IN ACCESS EXCLUSIVE MODE`);
    return work();
  });
}
