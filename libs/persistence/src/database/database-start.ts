import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@towpath/observability';
import type { Pool } from 'pg';
import { sqlStateOf } from './database-errors.js';

/** The server starts, stops or recovers: it refuses every login for now. */
const CANNOT_CONNECT_NOW = '57P03';
const NOBODY_LISTENS = new Set(['ECONNREFUSED', 'ECONNRESET']);
const ASKED_EVERY_MS = 200;

export interface DatabaseWait {
  /** Time in ms after which the last refusal is thrown. */
  readonly patienceMs: number;
  readonly logger?: Logger | undefined;
}

/**
 * Resolves when the server accepts logins. It asks again while the server is starting or does not
 * listen yet. It throws any other refusal at once, for example a wrong password or an unknown
 * database.
 */
export async function waitForDatabase(
  pool: Pool,
  { patienceMs, logger }: DatabaseWait,
): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  for (let tries = 0; ; tries += 1) {
    try {
      await pool.query('SELECT 1');
      return;
    } catch (error) {
      if (!isStarting(error) || performance.now() >= giveUpAt) throw error;
      const reason = (error as Error).message || (error as { code?: string }).code;
      if (tries === 0) logger?.warn({ reason, patienceMs }, 'waiting for the database');
    }
    await pause(ASKED_EVERY_MS);
  }
}

function isStarting(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: string };
  return sqlStateOf(error) === CANNOT_CONNECT_NOW || NOBODY_LISTENS.has(code ?? '');
}
