import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';

/** Secrets that a spec plants, and the places where nobody may find them. */
export class PlantedSecrets {
  constructor(readonly secrets: readonly string[]) {}

  /** Those that a text has, as they are or as bytes are written. */
  in(text: string): string[] {
    return this.secrets.filter((secret) => shapesOf(secret).some((shape) => text.includes(shape)));
  }

  /** Log files of a system that have one, with the secrets. */
  inLogs(dataDir: string): Readonly<Record<string, readonly string[]>> {
    const folder = join(dataDir, 'logs');
    const found = readdirSync(folder).map((file) => {
      return [file, this.in(readFileSync(join(folder, file), 'utf8'))] as const;
    });
    return Object.fromEntries(found.filter(([, secrets]) => secrets.length > 0));
  }

  /** Tables of a database that have one in any column. */
  async inTables(client: pg.Client): Promise<string[]> {
    const { rows } = await client.query<{ name: string }>(
      `SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const leaking: string[] = [];
    for (const { name } of rows) {
      const found = await client.query<{ secret: string }>(
        `SELECT DISTINCT secret FROM ${name} AS t, unnest($1::text[]) AS secret
         WHERE position(secret IN t::text) > 0`,
        [this.secrets.flatMap(shapesOf)],
      );
      leaking.push(...found.rows.map(({ secret }) => `${name}: ${secret}`));
    }
    return leaking;
  }
}

function shapesOf(secret: string): string[] {
  return [
    secret,
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  ];
}
