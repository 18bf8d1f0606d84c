import pg from 'pg';
import {
  databaseNameOf,
  operatorRoleOf,
  quoteName,
  roleNameOf,
  type DatabaseRole,
} from './service-names.js';

export interface ProvisionRequest {
  /** Connection URL of a role that may create roles and databases. */
  readonly adminUrl: string;
  readonly service: string;
  readonly passwords: Readonly<Record<DatabaseRole, string>>;
  /** Another database name than the service's own, in tests. Roles stay the same. */
  readonly database?: string;
}

/** Connection URLs of the three roles. They hold passwords: never log them. */
export type DatabaseUrls = Readonly<Record<DatabaseRole, string>>;

const POWERLESS = 'NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE NOREPLICATION';

const ROLES: readonly DatabaseRole[] = ['owner', 'app', 'worker'];

/**
 * Creates the service's database, its three roles and that of operators, or brings existing ones to
 * the same state.
 * None of the roles is a superuser or may bypass row-level security; only the owner has DDL.
 */
export async function provisionDatabase(request: ProvisionRequest): Promise<DatabaseUrls> {
  const database = request.database ?? databaseNameOf(request.service);
  await connected(request.adminUrl, async (admin) => {
    // Two launchers at once would otherwise race between "exists?" and "create".
    await admin.query(`SELECT pg_advisory_lock(hashtext($1))`, [`provision ${request.service}`]);
    await createRoles(admin, request);
    await createOperatorRole(admin, request.service);
    await createDatabase(admin, { ...request, database });
    await connected(urlFor(request.adminUrl, { database }), (inside) =>
      grantInside(inside, request.service),
    );
  });
  const url = (role: DatabaseRole): string =>
    urlFor(request.adminUrl, {
      database,
      user: roleNameOf(request.service, role),
      password: request.passwords[role],
    });
  return { owner: url('owner'), app: url('app'), worker: url('worker') };
}

async function createRoles(admin: pg.Client, request: ProvisionRequest): Promise<void> {
  for (const role of ROLES) {
    const name = roleNameOf(request.service, role);
    const found = await admin.query<{ deviates: boolean }>(
      `SELECT rolsuper OR rolbypassrls OR rolcreatedb OR rolcreaterole OR rolreplication AS deviates
       FROM pg_roles WHERE rolname = $1`,
      [name],
    );
    const [known] = found.rows;
    // An administrator that is no superuser may not even name most attributes of an existing role.
    const attributes = !known || known.deviates ? POWERLESS : '';
    const password = admin.escapeLiteral(request.passwords[role]);
    await admin.query(
      `${known ? 'ALTER' : 'CREATE'} ROLE ${quoteName(name)} LOGIN ${attributes} PASSWORD ${password}`,
    );
  }
  const self = await admin.query<{ rolsuper: boolean }>(
    'SELECT rolsuper FROM pg_roles WHERE rolname = current_user',
  );
  // A managed server's administrator is no superuser: it must be a member to give objects away.
  if (!self.rows[0]?.rolsuper) {
    await admin.query(`GRANT ${quoteName(roleNameOf(request.service, 'owner'))} TO CURRENT_USER`);
  }
}

/** Nobody logs in as it. The worker takes it, and has none of its rights before. */
async function createOperatorRole(admin: pg.Client, service: string): Promise<void> {
  const name = operatorRoleOf(service);
  const found = await admin.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
  if (!found.rowCount) await admin.query(`CREATE ROLE ${quoteName(name)} NOLOGIN ${POWERLESS}`);
  const worker = quoteName(roleNameOf(service, 'worker'));
  await admin.query(`GRANT ${quoteName(name)} TO ${worker} WITH INHERIT FALSE, SET TRUE`);
}

async function createDatabase(
  admin: pg.Client,
  { service, database }: ProvisionRequest & { database: string },
): Promise<void> {
  const name = quoteName(database);
  const owner = quoteName(roleNameOf(service, 'owner'));
  const found = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
  if (!found.rowCount) {
    // The built-in C.UTF-8 collation sorts the same on every machine and never changes with an
    // operating system update, which would corrupt text indexes.
    await admin.query(
      `CREATE DATABASE ${name} OWNER ${owner} TEMPLATE template0 ENCODING 'UTF8'
       LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' LC_COLLATE 'C' LC_CTYPE 'C'`,
    );
  }
  await admin.query(`ALTER DATABASE ${name} OWNER TO ${owner}`);
  await admin.query(`REVOKE ALL ON DATABASE ${name} FROM PUBLIC`);
  for (const role of ROLES) {
    await admin.query(
      `GRANT CONNECT ON DATABASE ${name} TO ${quoteName(roleNameOf(service, role))}`,
    );
  }
}

async function grantInside(admin: pg.Client, service: string): Promise<void> {
  const owner = quoteName(roleNameOf(service, 'owner'));
  const readers = [roleNameOf(service, 'app'), roleNameOf(service, 'worker')].map(quoteName);
  await admin.query(`REVOKE ALL ON SCHEMA public FROM PUBLIC`);
  await admin.query(`GRANT ALL ON SCHEMA public TO ${owner}`);
  await admin.query(`REVOKE CREATE ON SCHEMA public FROM ${readers.join(', ')}`);
  const operator = quoteName(operatorRoleOf(service));
  await admin.query(`GRANT USAGE ON SCHEMA public TO ${readers.join(', ')}, ${operator}`);
  const defaults = `ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} IN SCHEMA public`;
  await admin.query(
    `${defaults} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${readers.join(', ')}`,
  );
  await admin.query(`${defaults} GRANT USAGE ON SEQUENCES TO ${readers.join(', ')}`);
}

/** `base` with another database, and another user when one is given. */
export function urlFor(
  base: string,
  change: { database: string; user?: string; password?: string },
): string {
  const url = new URL(base);
  url.pathname = `/${change.database}`;
  if (change.user !== undefined) url.username = encodeURIComponent(change.user);
  if (change.password !== undefined) url.password = encodeURIComponent(change.password);
  return url.toString();
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
