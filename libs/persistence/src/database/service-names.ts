/** The three roles of a service's database. Only `owner` may change the schema. */
export type DatabaseRole = 'owner' | 'app' | 'worker';

const SERVICE_NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** `payment-link` → `payment_link`: the name of its database and the prefix of its roles. */
export function databaseNameOf(service: string): string {
  if (!SERVICE_NAME.test(service)) {
    throw new Error(`"${service}" is not a service name: use lower case words joined by hyphens`);
  }
  return service.replaceAll('-', '_');
}

/**
 * The role that operators read with: it cannot log in, the worker's connections take it for a
 * transaction.
 */
export function operatorRoleOf(service: string): string {
  return `${databaseNameOf(service)}_operator`;
}

/** `payment-link`, `app` → `payment_link_app`. */
export function roleNameOf(service: string, role: DatabaseRole): string {
  return `${databaseNameOf(service)}_${role}`;
}

/** A table, column or role name that is safe between double quotes; throws on anything unusual. */
export function quoteName(name: string): string {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(name)) {
    throw new Error(`"${name}" is not a snake_case database name`);
  }
  return `"${name}"`;
}
