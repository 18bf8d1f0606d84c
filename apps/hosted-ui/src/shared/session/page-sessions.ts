import type { SessionGrant } from '../api/page-types.js';
import type { SessionSlot } from './tab-slot.js';

/** The page's 30-minute session. Real time, ms since the epoch. */
export interface PageSession {
  readonly accessToken: string;
  readonly expiresAtMs: number;
  readonly link: OpenedLink;
}

/** The link that opened a session. */
export interface OpenedLink {
  /** SHA-256 of its token. */
  readonly digest: string;
  /** Name of the link in the address, without its token. */
  readonly name: string | null;
}

/** The steps that a tab has already done; no input. */
export type Trail = Readonly<Record<string, unknown>>;

interface Kept {
  readonly session: PageSession | null;
  readonly trail: Trail;
}

const NOTHING: Kept = { session: null, trail: {} };

/** Keeps the session for this tab only; in memory where the browser refuses storage. */
export class PageSessions {
  private kept: Kept;

  constructor(private readonly slot: SessionSlot | null) {
    this.kept = parseKept(slot?.read() ?? null);
  }

  load(nowMs: number): PageSession | null {
    const { session } = this.kept;
    if (session && session.expiresAtMs <= nowMs) this.clear();
    return this.kept.session;
  }

  /** Starts the session and returns its end, in ms since 1970. */
  begin(
    grant: SessionGrant,
    { nowMs, link }: { readonly nowMs: number; readonly link: OpenedLink },
  ): number {
    const expiresAtMs = nowMs + grant.expires_in * 1000;
    this.keep({ session: { accessToken: grant.access_token, expiresAtMs, link } });
    return expiresAtMs;
  }

  get trail(): Trail {
    return this.kept.trail;
  }

  /** Adds to the trail. */
  note(facts: Trail): void {
    this.keep({ trail: { ...this.kept.trail, ...facts } });
  }

  clear(): void {
    this.kept = NOTHING;
    this.slot?.erase();
  }

  private keep(change: Partial<Kept>): void {
    this.kept = { ...this.kept, ...change };
    this.slot?.write(JSON.stringify(this.kept));
  }
}

/** The stored session, or nothing if this version did not write the text. */
function parseKept(text: string | null): Kept {
  const raw = jsonOrNull(text ?? 'null');
  if (!isRecord(raw) || !isRecord(raw['trail'])) return NOTHING;
  const { trail, session } = raw;
  return { session: isRecord(session) ? parseSession(session) : null, trail };
}

function parseSession(raw: Record<string, unknown>): PageSession | null {
  const { accessToken, expiresAtMs, link } = raw;
  if (typeof accessToken !== 'string' || typeof expiresAtMs !== 'number') return null;
  if (!isRecord(link) || typeof link['digest'] !== 'string') return null;
  const { digest, name } = link;
  return {
    accessToken,
    expiresAtMs,
    link: { digest, name: typeof name === 'string' ? name : null },
  };
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
