import type { CardToken } from '../api/hosted-view.js';
import type { Notice } from '../flow/page-state.js';
import type { Cancel, Timers } from '../../../shared/timing/timers.js';
import { isRecord, textOrNull } from '../../../shared/values.js';
import type { ToCardFields } from '../../../shared/card-fields/messages.js';
import type { ColorScheme } from '../../../shared/theme/color-scheme.js';
import type { PageColors } from '../../../shared/theme/page-colors.js';

/** Of the API: a longer token is no token of card fields. */
const MAX_TOKEN_LENGTH = 8_192;

/** The card of a message with a token; null if a part is missing. The fields may leave the expiry out. */
function cardIn(message: Record<string, unknown>): CardToken | null {
  const { token, brand, last4, expiry_month, expiry_year, country, funding } = message;
  if (typeof token !== 'string' || token === '' || token.length > MAX_TOKEN_LENGTH) return null;
  if (typeof brand !== 'string' || typeof last4 !== 'string') return null;
  const card: CardToken = { token, brand, last4 };
  if (expiry_month !== undefined || expiry_year !== undefined) {
    const month = Number(expiry_month);
    const year = Number(expiry_year);
    if (!Number.isInteger(month) || !Number.isInteger(year)) return null;
    card.expiry_month = month;
    card.expiry_year = year;
  }
  if (typeof country === 'string') card.country = country;
  if (typeof funding === 'string') card.funding = funding;
  return card;
}

const READY_DEADLINE_MS = 15_000;
const TOKEN_DEADLINE_MS = 20_000;

export type CardOutcome =
  { readonly ok: true; readonly card: CardToken } | { readonly ok: false; readonly notice: Notice };

/** The part of the frame's window that the channel uses. */
export interface MessageTarget {
  postMessage(message: ToCardFields, targetOrigin: string): void;
}

interface CardFieldsListener {
  ready(): void;
  height(height: number): void;
  /** No sign of life within the deadline, or an error in place of the fields; then its message. */
  silent(message?: string): void;
}

interface ChannelParts {
  /** The exact origin of the iframe: the only one listened to, the only one spoken to. */
  readonly origin: string;
  readonly target: () => MessageTarget | null;
  readonly timers: Timers;
  readonly listener: CardFieldsListener;
}

/** The conversation with one card iframe. Card numbers never pass here, only the one-time token. */
export class CardFieldsChannel {
  private pending: ((outcome: CardOutcome) => void) | null = null;
  private waiting: Promise<CardOutcome> | null = null;
  private stopWaiting: Cancel | null = null;
  private isReady = false;
  private readonly stopReadyTimer: Cancel;

  constructor(private readonly parts: ChannelParts) {
    this.stopReadyTimer = parts.timers.after(READY_DEADLINE_MS, () => parts.listener.silent());
  }

  /** Ignores `card-fields:state`, sent while the payer types, and messages that are not ours. */
  receive({ source, origin, data }: Pick<MessageEvent, 'source' | 'origin' | 'data'>): void {
    const { target, listener } = this.parts;
    if (origin !== this.parts.origin || source === null || source !== target()) return;
    if (!isRecord(data)) return;
    const { type, height, message } = data;
    const card = type === 'card-fields:token' && cardIn(data);
    if (type === 'card-fields:ready') {
      this.isReady = true;
      this.stopReadyTimer();
      listener.ready();
    } else if (type === 'card-fields:height') {
      const isHeight = typeof height === 'number' && Number.isFinite(height) && height > 0;
      if (isHeight) listener.height(Math.ceil(height));
    } else if (type === 'card-fields:error') {
      this.failed(textOrNull(message) ?? '');
    } else if (card) {
      this.settle({ ok: true, card });
    }
  }

  /** Asks for the token once; calls that come before its answer share that answer. */
  requestToken(): Promise<CardOutcome> {
    if (this.waiting) return this.waiting;
    if (!this.isReady) return Promise.resolve(SILENT);
    this.waiting = new Promise((resolve) => {
      this.pending = resolve;
      this.stopWaiting = this.parts.timers.after(TOKEN_DEADLINE_MS, () => this.settle(SILENT));
      this.say({ type: 'card-fields:submit' });
    });
    return this.waiting;
  }

  setTheme(scheme: ColorScheme, colors: PageColors): void {
    this.say({ type: 'card-fields:theme', scheme, colors });
  }

  /** What stands behind `#` in the URL of the fields has changed, for example with a surcharge. */
  setOptions(options: string): void {
    this.say({ type: 'card-fields:options', options });
  }

  close(): void {
    this.stopReadyTimer();
    this.settle(SILENT);
  }

  private failed(message: string): void {
    if (this.isReady) return this.settle({ ok: false, notice: { kind: 'card', message } });
    this.stopReadyTimer();
    this.parts.listener.silent(message);
  }

  private say(message: ToCardFields): void {
    this.parts.target()?.postMessage(message, this.parts.origin);
  }

  private settle(outcome: CardOutcome): void {
    this.stopWaiting?.();
    this.pending?.(outcome);
    this.pending = null;
    this.waiting = null;
  }
}

const SILENT: CardOutcome = { ok: false, notice: { kind: 'card_form_silent' } };
