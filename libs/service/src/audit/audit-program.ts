import { ConfigError } from '@towpath/config';
import { SERVICE_NAMES, type ServiceName } from '@towpath/contracts';
import {
  createPool,
  isInfrastructureError,
  verifyAudit,
  type AuditReport,
  type SealCopies,
  type SealCopy,
} from '@towpath/persistence';
import type { Pool } from 'pg';

/** The addresses of the databases, and the message if there are none. */
export interface AuditDatabases {
  /** URL of the service's database as its worker; undefined if it is not here. */
  readonly urlOf: (service: ServiceName) => string | undefined;
  /** One sentence. */
  readonly none: string;
}

class AuditMistake extends Error {}

const MINUTES_10_MS = 600_000;
const LIMITS = {
  size: 1,
  statementTimeoutMs: MINUTES_10_MS,
  idleInTransactionTimeoutMs: MINUTES_10_MS,
};

/**
 * A program that verifies the audit of each service against the copies of its seals in the gateway's
 * database. It ends with 1 if it finds something.
 *
 * @param program the name under which its user calls it, for its messages
 */
export async function runAudit(program: string, databases: () => AuditDatabases): Promise<void> {
  try {
    const request = requestOf(process.argv.slice(2));
    if (request === 'help') return void process.stdout.write(usage(program));
    const { urlOf, none } = databases();
    const gateway = urlOf('gateway');
    if (!gateway) throw new AuditMistake(none);
    const reports: AuditReport[] = [];
    for (const service of SERVICE_NAMES) {
      const url = urlOf(service);
      if (!url || (request.service && request.service !== service)) continue;
      const report = await verified({ service, url, gateway });
      reports.push(report);
      if (!request.json) process.stdout.write(`${lineOf(report)}\n`);
    }
    if (reports.length === 0) throw new AuditMistake(none);
    if (request.json) process.stdout.write(`${JSON.stringify(reports, null, 2)}\n`);
    if (reports.some(({ findings }) => findings.length > 0)) process.exitCode = 1;
  } catch (error) {
    const { message, stack } = error as Error;
    const isMistake = error instanceof AuditMistake || error instanceof ConfigError;
    process.stderr.write(`${isMistake ? message : (stack ?? message)}\n`);
    process.exitCode = 1;
  }
}

interface Request {
  readonly service: string | undefined;
  readonly json: boolean;
}

function requestOf(words: readonly string[]): Request | 'help' {
  const [command = 'help', ...options] = words;
  if (command === 'help' || words.includes('--help')) return 'help';
  if (command !== 'verify') throw new AuditMistake(`There is no command ${command}: try help.`);
  const left = options.filter((word) => word !== '--json');
  const [option, service, ...more] = left;
  if (left.length === 0) return { service, json: options.length > 0 };
  const isKnown = SERVICE_NAMES.some((name) => name === service);
  if (option !== '--service' || !isKnown || more.length > 0) {
    throw new AuditMistake('verify takes --json, and --service with the name of a service.');
  }
  return { service, json: left.length < options.length };
}

const usage = (program: string) => `${program} verify [--service NAME] [--json]
  compares the audit of each service with its seals, and the seals with the gateway's copies
`;

function lineOf({ service, seals, entries, findings }: AuditReport): string {
  const counts = `${entries} entries, ${seals} seals`;
  return `${service}: ${findings.length === 0 ? 'in order' : findings.join('; ')} (${counts})`;
}

interface Place {
  readonly service: ServiceName;
  readonly url: string;
  /** URL of the gateway's database. */
  readonly gateway: string;
}

async function verified({ service, url, gateway }: Place): Promise<AuditReport> {
  const pool = createPool({ url, name: 'audit', limits: LIMITS });
  const copies = createPool({ url: gateway, name: 'audit copies', limits: LIMITS });
  try {
    return await verifyAudit({ service, pool, copies: copiesIn(copies, service) });
  } catch (error) {
    if (!isInfrastructureError(error)) throw error;
    throw new AuditMistake(`The database of ${service} or of the gateway cannot be reached.`);
  } finally {
    await Promise.all([pool.end(), copies.end()]);
  }
}

function copiesIn(pool: Pool, service: ServiceName): SealCopies {
  return {
    last: async () => {
      const sql = `SELECT coalesce(max(seal_number), 0) AS last FROM audit_seal_copies
        WHERE service = $1`;
      const { rows } = await pool.query<{ last: number }>(sql, [service]);
      return rows[0]?.last ?? 0;
    },
    between: async ({ first, last }) => {
      const sql = `SELECT seal_number AS number, hash, received_at AS "receivedAt"
        FROM audit_seal_copies WHERE service = $1 AND seal_number BETWEEN $2 AND $3
        ORDER BY seal_number`;
      return (await pool.query<SealCopy>(sql, [service, first, last])).rows;
    },
  };
}
