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
export function failureOfResponse(
  status: number,
  retryAfter: string | null,
  body: unknown,
): ApiFailure {
  if (status === 401) return { kind: 'unauthorized' };
  if (status === 429) return { kind: 'rate_limited', retryAfterMs: retryAfterMs(retryAfter) };
  if (status >= 400 && status < 500) return { kind: 'refused', errorCode: errorCodeOf(body) };
  return { kind: 'server' };
}

function retryAfterMs(header: string | null): number {
  const seconds = Number(header ?? '');
  const usable = header !== null && Number.isFinite(seconds) && seconds > 0;
  return (usable ? seconds : DEFAULT_RETRY_AFTER_SECONDS) * 1000;
}

function errorCodeOf(body: unknown): string {
  if (typeof body !== 'object' || body === null || !('error' in body)) return 'UNKNOWN';
  const { error } = body;
  if (typeof error !== 'object' || error === null || !('error_code' in error)) return 'UNKNOWN';
  return typeof error.error_code === 'string' ? error.error_code : 'UNKNOWN';
}

/** A problem that blocks a whole page; each page shows a screen for it. */
export type Trouble =
  | { readonly kind: 'invalid_link' }
  | { readonly kind: 'session_ended' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'server' }
  | RateLimited;

interface RateLimited {
  readonly kind: 'rate_limited';
  readonly waitMs: number;
  /** The wait is over: the user may try again. */
  readonly over: boolean;
}

/** The problem that a failed request means for the page, where no step explains the failure itself. */
export function troubleOf(failure: ApiFailure): Trouble {
  switch (failure.kind) {
    case 'offline':
      return { kind: 'offline' };
    case 'rate_limited':
      return { kind: 'rate_limited', waitMs: failure.retryAfterMs, over: false };
    case 'unauthorized':
      return { kind: 'session_ended' };
    case 'server':
    case 'refused':
      return { kind: 'server' };
  }
}
