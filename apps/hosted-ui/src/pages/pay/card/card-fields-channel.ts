import type { CardToken } from '../api/hosted-view.js';
import type { Notice } from '../flow/page-state.js';
import type { Cancel, Timers } from '../../../shared/timing/timers.js';
import type { ColorScheme } from '../../../shared/theme/color-scheme.js';

/**
 * Messages from the card frame. The page ignores `card-fields:state`, which the frame sends while
 * the payer types, and all unknown messages.
 */
type FromCardFields =
  | { readonly type: 'card-fields:ready' }
  | { readonly type: 'card-fields:height'; readonly height: number }
  | { readonly type: 'card-fields:token'; readonly card: CardToken }
  | { readonly type: 'card-fields:error'; readonly message: string };

/** Messages to the card frame. */
export type ToCardFields =
  | { readonly type: 'card-fields:submit' }
  | { readonly type: 'card-fields:theme'; readonly scheme: ColorScheme };

/** The message, or null when it is not one of ours (browser extensions post messages too). */
export function parseFromCardFields(data: unknown): FromCardFields | null {
  if (typeof data !== 'object' || data === null) return null;
  const message = data as Record<string, unknown>;
  switch (message['type']) {
    case 'card-fields:ready':
      return { type: 'card-fields:ready' };
    case 'card-fields:height':
      return heightMessage(message['height']);
    case 'card-fields:error':
      return { type: 'card-fields:error', message: text(message['message']) ?? '' };
    case 'card-fields:token':
      return tokenMessage(message);
    default:
      return null;
  }
}

function heightMessage(height: unknown): FromCardFields | null {
  if (typeof height !== 'number' || !Number.isFinite(height) || height <= 0) return null;
  return { type: 'card-fields:height', height: Math.ceil(height) };
}

function tokenMessage(message: Record<string, unknown>): FromCardFields | null {
  const { token, brand, last4, expiry_month, expiry_year, country, funding } = message;
  if (typeof token !== 'string' || token === '') return null;
  if (typeof brand !== 'string' || typeof last4 !== 'string') return null;
  const month = Number(expiry_month);
  const year = Number(expiry_year);
  if (!Number.isInteger(month) || !Number.isInteger(year)) return null;
  const card: CardToken = { token, brand, last4, expiry_month: month, expiry_year: year };
  if (typeof country === 'string') card.country = country;
  if (typeof funding === 'string') card.funding = funding;
  return { type: 'card-fields:token', card };
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
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
  /** No sign of life within the deadline. */
  silent(): void;
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

  receive(event: Pick<MessageEvent, 'source' | 'origin' | 'data'>): void {
    const { origin, target, listener } = this.parts;
    if (event.origin !== origin || event.source === null || event.source !== target()) return;
    const message = parseFromCardFields(event.data);
    if (!message) return;
    switch (message.type) {
      case 'card-fields:ready':
        this.isReady = true;
        this.stopReadyTimer();
        return listener.ready();
      case 'card-fields:height':
        return listener.height(message.height);
      case 'card-fields:token':
        return this.settle({ ok: true, card: message.card });
      case 'card-fields:error':
        return this.settle({ ok: false, notice: { kind: 'card', message: message.message } });
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

  setTheme(scheme: ColorScheme): void {
    this.say({ type: 'card-fields:theme', scheme });
  }

  close(): void {
    this.stopReadyTimer();
    this.settle(SILENT);
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
