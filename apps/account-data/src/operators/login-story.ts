import type { StoryEntry } from '@towpath/contracts/operator';
import type { StoryReads } from '@towpath/service';
import {
  linkConsents,
  loginIdentityChanges,
  type LoginIdentitySnapshot,
  type LoginKey,
} from '../identities/login-identities/login-identity.table.js';

const SERVICE = 'account-data' as const;
/** Commands that ask the institution something, or bring its answer. */
const ASKED: ReadonlySet<string> = new Set(['authenticate', 'askUser', 'answer', 'reject']);

const OF_LOGIN = 't.customer_app_id = :app AND t.login_identity_id = :id';
const named = ({ customerAppId: app, loginIdentityId: id }: LoginKey) => ({ app, id });

/** Links, logins, refreshes and deletions: the moves of its three machines. */
export async function moveEntries(key: LoginKey, reads: StoryReads): Promise<StoryEntry[]> {
  const moves = await reads.rows(loginIdentityChanges, {
    by: ['occurred_at', 'sequence'],
    build: (select) => select.where(OF_LOGIN, named(key)),
  });
  return moves.map(({ machine, fromStatus: from, toStatus: to, ...move }) => ({
    at: move.occurredAt.toISOString(),
    entry: ASKED.has(move.command) ? 'QUESTION' : 'STATE',
    service: SERVICE,
    title: `${machine}: ${from === null || from === to ? to : `${from} → ${to}`}`,
    ...(move.reason === null ? {} : { reason: move.reason }),
    details: { command: move.command },
  }));
}

export async function consentEntries(key: LoginKey, reads: StoryReads): Promise<StoryEntry[]> {
  const consents = await reads.rows(linkConsents, {
    by: ['given_at', 'consent_id'],
    build: (select) => select.where(OF_LOGIN, named(key)),
  });
  return consents.map(({ givenAt, givenThrough, products, automaticRefresh, textVersion }) => ({
    at: givenAt.toISOString(),
    entry: 'STATE',
    service: SERVICE,
    title: 'consent given',
    details: {
      through: givenThrough,
      products: products.join(' '),
      automatic_refresh: automaticRefresh,
      ...(textVersion === null ? {} : { text: textVersion }),
    },
  }));
}

/** The last answer of the institution about each product. */
export function productEntries({ progress }: LoginIdentitySnapshot): StoryEntry[] {
  return Object.entries(progress).flatMap(([product, { status, statusDetails, lastUpdate }]) => {
    if (lastUpdate === null) return [];
    const reason = statusDetails === null ? {} : { reason: statusDetails };
    const title = `${product}: ${status}`;
    return [{ at: lastUpdate, entry: 'QUESTION' as const, service: SERVICE, title, ...reason }];
  });
}

interface Job {
  readonly kind: string;
  readonly product: string | null;
  readonly step: string | null;
  readonly failures: number;
  readonly created_at: Date;
  readonly due_at: Date;
}

/** Questions that have no answer yet. */
export async function openJobEntries(key: LoginKey, reads: StoryReads): Promise<StoryEntry[]> {
  const columns = ['kind', 'product', 'failures', 'created_at', 'due_at'];
  const jobs = await reads.select<Job>('link_jobs', {
    by: ['created_at', 'job_id'],
    build: (select) =>
      select
        .select(columns.map((column) => `t.${column} AS "${column}"`))
        .addSelect(`t.step ->> 'name'`, 'step')
        .where(OF_LOGIN, named(key)),
  });
  return jobs.map(({ kind, product, step, failures, created_at, due_at }) => ({
    at: created_at.toISOString(),
    entry: 'QUESTION',
    service: SERVICE,
    title: `${[kind, product ?? step].filter((part) => part !== null).join(' ')} waits`,
    details: { due_at: due_at.toISOString(), failures: String(failures) },
  }));
}
