import type { SessionGrant } from '../api/page-types.js';
import { isRecord, jsonOrNull, textOrNull } from '../values.js';
import type { SessionSlot } from './tab-slot.js';

/** The page's 30-minute session. */
export interface PageSession {
  readonly accessToken: string;
  /** Real time, ms since the epoch. */
  readonly expiresAtMs: number;
  readonly link: OpenedLink;
}

/** The link that opened a session. */
interface OpenedLink {
  /** SHA-256 of a token that opens one session only. */
  readonly digest: string | null;
  /** Name of the link in the address, without its token. */
  readonly name: string | null;
}

/** The steps that this tab has done for one link or mandate; no input. */
export interface Trail {
  /** ID of the link or mandate. */
  readonly id: string | null;
  /** It was open when this tab saw it, so its success happened here. */
  readonly sawItOpen: boolean;
  /** The bank's page, or the attempt with one, to which the user was already sent. */
  readonly sentTo: string | null;
  /** The direct debit that the payer is giving on the payment page. */
  readonly mandate: MandateInHand | null;
}

export interface MandateInHand {
  readonly attemptId: string;
  /** Access token of its steps. */
  readonly token: string;
}

interface Kept {
  readonly session: PageSession | null;
  readonly trail: Trail;
}

const NO_TRAIL: Trail = { id: null, sawItOpen: false, sentTo: null, mandate: null };
const NOTHING: Kept = { session: null, trail: NO_TRAIL };

/** Keeps the session for this tab only; in memory where the browser refuses storage. */
export class PageSessions {
  private kept: Kept;

  constructor(private readonly slot: SessionSlot | null) {
    this.kept = parseKept(slot?.read() ?? '');
  }

  /** The session that is still valid, or null. */
  load(nowMs: number): PageSession | null {
    const { session } = this.kept;
    if (session && session.expiresAtMs <= nowMs) this.clear();
    return this.kept.session;
  }

  /**
   * Starts the session and returns its end, in ms since 1970. The trail stays: `follow` drops it
   * when the link turns out to be another one.
   */
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
  note(steps: Partial<Trail>): Trail {
    this.keep({ trail: { ...this.trail, ...steps } });
    return this.trail;
  }

  /** Notes what the page shows and whether it is still open; the trail of something else ends. */
  follow(id: string, isOpen: boolean): Trail {
    const trail = this.trail.id === id ? this.trail : { ...NO_TRAIL, id };
    return this.note({ ...trail, sawItOpen: trail.sawItOpen || isOpen });
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
function parseKept(text: string): Kept {
  const raw = jsonOrNull(text);
  if (!isRecord(raw) || !isRecord(raw['trail'])) return NOTHING;
  const { session, trail } = raw;
  return { session: parseSession(session), trail: parseTrail(trail) };
}

function parseSession(raw: unknown): PageSession | null {
  if (!isRecord(raw) || !isRecord(raw['link'])) return null;
  const { accessToken, expiresAtMs, link } = raw;
  if (typeof accessToken !== 'string' || typeof expiresAtMs !== 'number') return null;
  const { digest, name } = link;
  return { accessToken, expiresAtMs, link: { digest: textOrNull(digest), name: textOrNull(name) } };
}

function parseTrail({ id, sawItOpen, sentTo, mandate }: Record<string, unknown>): Trail {
  const { attemptId, token } = isRecord(mandate) ? mandate : {};
  const isMandate = typeof attemptId === 'string' && typeof token === 'string';
  return {
    id: textOrNull(id),
    sawItOpen: sawItOpen === true,
    sentTo: textOrNull(sentTo),
    mandate: isMandate ? { attemptId, token } : null,
  };
}
