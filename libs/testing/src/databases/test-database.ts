import { createHash, randomBytes } from 'node:crypto';
import {
  databaseNameOf,
  type DatabaseRole,
  type DatabaseUrls,
  type MigrationClass,
  provisionDatabase,
  quoteName,
  roleNameOf,
  runMigrations,
  urlFor,
} from '@towpath/persistence';
import pg from 'pg';

/** A database of its own for one test file, with the service's three roles. */
export interface TestDatabase {
  readonly database: string;
  readonly urls: DatabaseUrls;
  /** Address of the administrator inside this database: row-level security does not bind it. */
  readonly adminUrl: string;
  /** Ends all sessions and removes it. */
  drop(): Promise<void>;
}

// Roles belong to the server, not to a database: parallel test files share them.
const PASSWORDS = { owner: 'test-owner', app: 'test-app', worker: 'test-worker' };

/** A schema that another program makes. */
export interface ForeignSchema {
  /** Changes whenever the schema does. */
  readonly digest: string;
  migrate(ownerUrl: string): Promise<void>;
}

/**
 * An empty copy of the service's migrated schema, much faster than the migrations. It uses the
 * server of the test run (`TEST_POSTGRES_ADMIN_URL`). The first caller creates the template, and a
 * changed migration replaces it.
 */
export async function testDatabase(
  service: string,
  schema: readonly MigrationClass[] | ForeignSchema,
): Promise<TestDatabase> {
  const server = testServer();
  const template = await ensureTemplate({ server, service, schema: foreign(schema) });
  const worker = process.env['JEST_WORKER_ID'] ?? '0';
  const suffix = randomBytes(4).toString('hex');
  const database = `${databaseNameOf(service)}_w${worker}_${suffix}`;
  await exclusively({ server, lock: template }, (admin) =>
    copy(admin, { service, template, database }),
  );
  const url = (role: DatabaseRole) =>
    urlFor(server, { database, user: roleNameOf(service, role), password: PASSWORDS[role] });
  return {
    database,
    urls: { owner: url('owner'), app: url('app'), worker: url('worker') },
    adminUrl: urlFor(server, { database }),
    drop: () =>
      connected(server, async (admin) => {
        await admin.query(`DROP DATABASE IF EXISTS ${quoteName(database)} WITH (FORCE)`);
      }),
  };
}

function testServer(): string {
  const url = process.env['TEST_POSTGRES_ADMIN_URL'];
  if (!url) throw new Error('TEST_POSTGRES_ADMIN_URL is not set: run by the integration project');
  return url;
}

interface TemplateRequest {
  readonly server: string;
  readonly service: string;
  readonly schema: ForeignSchema;
}

function foreign(schema: readonly MigrationClass[] | ForeignSchema): ForeignSchema {
  if ('digest' in schema) return schema;
  const digest = createHash('sha256').update(schema.map(String).join('\n')).digest('hex');
  return {
    digest,
    migrate: async (ownerUrl) => {
      await runMigrations(ownerUrl, schema);
    },
  };
}

/** Templates that this process knows to be there; they stay until the server ends. */
const known = new Map<string, Promise<void>>();

async function ensureTemplate(request: TemplateRequest): Promise<string> {
  const { server, service, schema } = request;
  const template = `${databaseNameOf(service)}_template_${schema.digest.slice(0, 12)}`;
  const key = `${server} ${template}`;
  const made = known.get(key) ?? makeTemplate(template, request);
  known.set(key, made);
  await made.catch((error: unknown) => {
    known.delete(key);
    throw error;
  });
  return template;
}

/** The template gets its name last, by a rename: one that carries the name is complete. */
async function makeTemplate(
  template: string,
  { server, service, schema }: TemplateRequest,
): Promise<void> {
  const draft = `${template}_draft`;
  await exclusively({ server, lock: template }, async (admin) => {
    const found = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
    if (found.rowCount) return;
    await admin.query(`DROP DATABASE IF EXISTS ${quoteName(draft)} WITH (FORCE)`);
    const request = { adminUrl: server, service, passwords: PASSWORDS, database: draft };
    const { owner } = await provisionDatabase(request);
    await schema.migrate(owner);
    await admin.query(`ALTER DATABASE ${quoteName(draft)} RENAME TO ${quoteName(template)}`);
  });
}

interface Copy {
  readonly service: string;
  readonly template: string;
  readonly database: string;
}

/** What is inside a database is copied with its rights; those of the database itself are not. */
async function copy(admin: pg.Client, { service, template, database }: Copy): Promise<void> {
  const [owner = '', ...others] = (['owner', 'app', 'worker'] as const).map((role) =>
    quoteName(roleNameOf(service, role)),
  );
  const name = quoteName(database);
  await admin.query(
    `CREATE DATABASE ${name} OWNER ${owner} TEMPLATE ${quoteName(template)} STRATEGY FILE_COPY`,
  );
  await admin.query(
    `REVOKE ALL ON DATABASE ${name} FROM PUBLIC;
     GRANT CONNECT ON DATABASE ${name} TO ${[owner, ...others].join()}`,
  );
}

/** A database with connections cannot be copied, so one worker copies at a time. */
async function exclusively<T>(
  { server, lock }: { readonly server: string; readonly lock: string },
  work: (admin: pg.Client) => Promise<T>,
): Promise<T> {
  return connected(server, async (admin) => {
    await admin.query('SELECT pg_advisory_lock(hashtext($1))', [lock]);
    return work(admin);
  });
}

async function connected<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}
