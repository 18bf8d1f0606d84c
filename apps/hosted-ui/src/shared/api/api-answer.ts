import { isRecord } from '../values.js';

/** Why the server's answer could not be used, in the terms the page has to act on. */
export type ApiFailure =
  /** No answer at all: the request may or may not have arrived. */
  | { readonly kind: 'offline' }
  /** 5xx, or an answer that is not ours. */
  | { readonly kind: 'server' }
  /** 401: the page's session is over. */
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'rate_limited'; readonly retryAfterMs: number }
  /** Any other 4xx: the server understood and refused; nothing was done. */
  | { readonly kind: 'refused'; readonly errorCode: string };

export type ApiAnswer<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: ApiFailure };

const DEFAULT_RETRY_AFTER_SECONDS = 60;

/** The failure of an HTTP error answer. `body` is the parsed JSON, if there was any. */
export function failureOfResponse({ status, headers }: Response, body: unknown): ApiFailure {
  if (status === 401) return { kind: 'unauthorized' };
  if (status === 429) {
    const seconds = Number(headers.get('retry-after') ?? '');
    const isUsable = Number.isFinite(seconds) && seconds > 0;
    const retryAfterMs = (isUsable ? seconds : DEFAULT_RETRY_AFTER_SECONDS) * 1000;
    return { kind: 'rate_limited', retryAfterMs };
  }
  if (status < 400 || status >= 500) return { kind: 'server' };
  const { error_code: code } = isRecord(body) && isRecord(body['error']) ? body['error'] : {};
  return { kind: 'refused', errorCode: typeof code === 'string' ? code : 'UNKNOWN' };
}

/** A problem that blocks a whole page; each page shows a screen for it. */
export type Trouble =
  | { readonly kind: 'invalid_link' | 'session_ended' | 'offline' | 'server' }
  | {
      readonly kind: 'rate_limited';
      readonly waitMs: number;
      /** The wait is over: the user may try again. */
      readonly over: boolean;
    };

/** The problem that a failed request means for the page, where no step explains the failure itself. */
export function troubleOf(failure: ApiFailure): Trouble {
  switch (failure.kind) {
    case 'rate_limited':
      return { kind: 'rate_limited', waitMs: failure.retryAfterMs, over: false };
    case 'unauthorized':
      return { kind: 'session_ended' };
    case 'offline':
    case 'server':
      return { kind: failure.kind };
    case 'refused':
      return { kind: 'server' };
  }
}

/** The screen of a problem that blocks the page. */
export function screenOfTrouble<Kind extends string>({ kind }: { readonly kind: Kind }) {
  const isConnection = kind === 'offline' || kind === 'server';
  return isConnection ? 'connection_trouble' : (kind as Exclude<Kind, 'offline' | 'server'>);
}
