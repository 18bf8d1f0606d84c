import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { OperatorRole } from '@towpath/contracts/operator';
import { newId, plusMs, type Id } from '@towpath/kernel';
import {
  byKey,
  byValues,
  recordAudit,
  Transactions,
  WriteBatch,
  type WorkerTx,
} from '@towpath/persistence';
import { consoleSessions, type ConsoleSessionRow } from './console-session.table.js';

/** A session without a request for so long ends. */
export const IDLE_MINUTES = 15;
const LONGEST_MS = 8 * 3_600_000;
const COOKIE_BYTES = 32;

/** An operator who just proved who they are. */
export interface ProvedOperator {
  readonly subject: string;
  readonly name: string;
  readonly role: OperatorRole;
  /** Null: all customer apps. */
  readonly apps: readonly string[] | null;
  readonly providerSession: string | null;
  readonly authenticatedAt: Date | null;
}

/** A session that lasts, with what its page needs. */
export interface LiveSession extends ConsoleSessionRow {
  /** What the page sends with each request that writes. */
  readonly writeToken: string;
}

/** Whom the provider logged out: one session of it, or all of a subject. */
export interface ProviderLogout {
  /** ID of the token that said it. */
  readonly tokenId: string;
  readonly expiresAt: Date;
  readonly providerSession: string | null;
  readonly subject: string | null;
}

interface Found {
  readonly row: unknown;
}

/** A session that lasted until now. */
interface Ended {
  readonly session: string;
  readonly subject: string;
  readonly role: OperatorRole;
}

/** In the audit: of a new session the ID is that of the one which it replaces. */
const LOGIN = { act: 'ACTION', kind: 'console_session' } as const;

const LASTS = `ended_at IS NULL AND ends_at > now()
  AND last_seen_at > now() - interval '${IDLE_MINUTES} minutes'`;
const PEEK = byKey(`SELECT to_jsonb(s) AS row FROM console_sessions s
  WHERE cookie_hash = $1 AND ${LASTS}`);
const USE = byKey(`UPDATE console_sessions s SET last_seen_at = now()
  WHERE cookie_hash = $1 AND ${LASTS} RETURNING to_jsonb(s) AS row`);
const ENDED = 'RETURNING session_id AS session, subject, role';
const END = byKey(`UPDATE console_sessions SET ended_at = now()
  WHERE cookie_hash = $1 AND ${LASTS} ${ENDED}`);
const END_AT_PROVIDER = byValues(`UPDATE console_sessions SET ended_at = now()
  WHERE ${LASTS} AND num_nonnulls($1::text, $2::text) > 0
    AND (provider_session = $1 OR $1 IS NULL) AND (subject = $2 OR $2 IS NULL)
  ${ENDED}`);
const TAKE_TOKEN = byKey(`INSERT INTO console_logout_tokens (token_id, expires_at)
  VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING token_id`);

/**
 * Sessions of operators. The row is read at each request, so a session that ended is refused at once
 * by every replica.
 */
@Injectable()
export class ConsoleSessionsService {
  constructor(private readonly db: Transactions) {}

  /** A new session, and the value of its cookie. The session of the cookie before ends with it. */
  begin(
    operator: ProvedOperator,
    cookieBefore: string | undefined,
  ): Promise<{ readonly cookie: string; readonly sessionId: string }> {
    const cookie = randomBytes(COOKIE_BYTES).toString('base64url');
    return this.db.asWorker(async (tx) => {
      const before = await endWithin(tx, cookieBefore);
      await tx.begun;
      const now = tx.systemNow;
      const sessionId = newId<Id<'ConsoleSession'>>(now);
      const batch = new WriteBatch();
      consoleSessions.insert(batch, {
        ...operator,
        sessionId,
        cookieHash: hashOf(cookie),
        createdAt: now,
        lastSeenAt: now,
        endsAt: plusMs(now, LONGEST_MS),
        endedAt: null,
      });
      tx.write(batch);
      const { subject, role } = operator;
      const isAgain = before?.subject === subject;
      await recordAudit(
        tx,
        { subject, role, session: sessionId },
        {
          ...LOGIN,
          operation: isAgain ? 'stepUp' : 'logIn',
          ...(before && { id: before.session }),
        },
      );
      return { cookie, sessionId };
    });
  }

  /** The session that the cookie opens, now used; undefined if it ended or never was. */
  use(cookie: string | undefined): Promise<LiveSession | undefined> {
    return this.find(USE, cookie);
  }

  /** The same without a sign of life: a page that only asks does not keep its session. */
  peek(cookie: string | undefined): Promise<LiveSession | undefined> {
    return this.find(PEEK, cookie);
  }

  async end(cookie: string | undefined): Promise<void> {
    await this.db.asWorker(
      async (tx) => {
        const ended = await endWithin(tx, cookie);
        if (ended) await recordAudit(tx, ended, { ...LOGIN, operation: 'logOut' });
      },
      { byKey: true },
    );
  }

  /** For the audit: a login that opened no session. */
  async noteRefused(subject: string): Promise<void> {
    const nobody = { subject, role: 'none', session: 'none' } as const;
    await this.db.asWorker(
      (tx) => recordAudit(tx, nobody, { ...LOGIN, operation: 'refuseLogIn' }),
      { byKey: true },
    );
  }

  /** IDs of the sessions that the provider ended; undefined for a token that came before. */
  endAtProvider(logout: ProviderLogout): Promise<readonly string[] | undefined> {
    const { tokenId, expiresAt, providerSession, subject } = logout;
    return this.db.asWorker(async (tx) => {
      const taken = await tx.query(TAKE_TOKEN, [tokenId, expiresAt]);
      if (taken.length === 0) return undefined;
      const ended = await tx.query<Ended>(END_AT_PROVIDER, [providerSession, subject]);
      for (const each of ended) {
        await recordAudit(tx, each, { ...LOGIN, operation: 'logOutAtProvider' });
      }
      return ended.map(({ session }) => session);
    });
  }

  private async find(
    statement: ReturnType<typeof byKey>,
    cookie: string | undefined,
  ): Promise<LiveSession | undefined> {
    if (!cookie) return undefined;
    const [found] = await this.db.asWorker((tx) => tx.query<Found>(statement, [hashOf(cookie)]), {
      byKey: true,
    });
    return found && { ...consoleSessions.from(found.row), writeToken: writeTokenOf(cookie) };
  }
}

/** In constant time, also for texts of different lengths. */
export function isWriteToken({ writeToken }: LiveSession, given: string | undefined): boolean {
  const [expected, got] = [writeToken, given ?? ''].map((text) => digest(text));
  return expected !== undefined && got !== undefined && timingSafeEqual(expected, got);
}

/** Made from the cookie, which no script reads: nobody else can make it, and no row has it. */
function writeTokenOf(cookie: string): string {
  return createHmac('sha256', cookie).update('X-Console-Token').digest('base64url');
}

/** No key is needed: the cookie is random. */
function hashOf(cookie: string): string {
  return digest(cookie).toString('base64url');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

async function endWithin(tx: WorkerTx, cookie: string | undefined): Promise<Ended | undefined> {
  if (!cookie) return undefined;
  const [ended] = await tx.query<Ended>(END, [hashOf(cookie)]);
  return ended;
}
