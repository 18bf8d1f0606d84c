import type { SessionGrant } from '../../../shared/api/page-types.js';
import type { SessionSlot } from '../../../shared/session/tab-slot.js';

/** The page's 30-minute session. Real time, ms since the epoch. */
export interface MandateSession {
  readonly accessToken: string;
  readonly expiresAtMs: number;
  readonly link: OpenedLink;
}

/** The link that opened a session. */
export interface OpenedLink {
  /** SHA-256 of its token. */
  readonly digest: string;
  /** What the address calls it, without what opens it. */
  readonly name: string | null;
}

/** What this tab has already lived through with one mandate; nothing that the payer typed. */
export interface MandateTrail {
  readonly mandateId: string | null;
  readonly sawItOpen: boolean;
  readonly openedBankPage: string | null;
}

interface Kept {
  readonly session: MandateSession | null;
  readonly trail: MandateTrail;
}

const NO_TRAIL: MandateTrail = { mandateId: null, sawItOpen: false, openedBankPage: null };
const NOTHING: Kept = { session: null, trail: NO_TRAIL };

/** Keeps the session for this tab only; in memory where the browser refuses storage. */
export class MandateSessions {
  private kept: Kept;

  constructor(private readonly slot: SessionSlot | null) {
    this.kept = parseKept(slot?.read() ?? null);
  }

  load(nowMs: number): MandateSession | null {
    const { session } = this.kept;
    if (session && session.expiresAtMs <= nowMs) this.clear();
    return this.kept.session;
  }

  /** Says when it ends. */
  begin(
    grant: SessionGrant,
    { nowMs, link }: { readonly nowMs: number; readonly link: OpenedLink },
  ): number {
    const expiresAtMs = nowMs + grant.expires_in * 1000;
    this.keep({ session: { accessToken: grant.access_token, expiresAtMs, link } });
    return expiresAtMs;
  }

  /** Notes which mandate this is and whether it is still open; the trail of another one ends. */
  follow(mandateId: string, isOpen: boolean): MandateTrail {
    const { trail } = this.kept;
    const base = trail.mandateId === mandateId ? trail : { ...NO_TRAIL, mandateId };
    return this.keep({ trail: { ...base, sawItOpen: base.sawItOpen || isOpen } }).trail;
  }

  noteBankPage(openedBankPage: string | null): MandateTrail {
    return this.keep({ trail: { ...this.kept.trail, openedBankPage } }).trail;
  }

  clear(): void {
    this.kept = NOTHING;
    this.slot?.erase();
  }

  private keep(change: Partial<Kept>): Kept {
    this.kept = { ...this.kept, ...change };
    this.slot?.write(JSON.stringify(this.kept));
    return this.kept;
  }
}

/** What was kept, or nothing when the text is not one that this version wrote. */
function parseKept(text: string | null): Kept {
  const raw = jsonOrNull(text ?? 'null');
  if (!isRecord(raw) || !isRecord(raw['trail'])) return NOTHING;
  const { trail, session } = raw;
  return {
    session: isRecord(session) ? parseSession(session) : null,
    trail: {
      mandateId: textOrNull(trail['mandateId']),
      sawItOpen: trail['sawItOpen'] === true,
      openedBankPage: textOrNull(trail['openedBankPage']),
    },
  };
}

function parseSession(raw: Record<string, unknown>): MandateSession | null {
  const { accessToken, expiresAtMs, link } = raw;
  if (typeof accessToken !== 'string' || typeof expiresAtMs !== 'number') return null;
  if (!isRecord(link) || typeof link['digest'] !== 'string') return null;
  const { digest, name } = link;
  return { accessToken, expiresAtMs, link: { digest, name: textOrNull(name) } };
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

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
