import { isRecord, jsonOrNull } from '../values.js';
import { type ApiAnswer, failureOfResponse } from './api-answer.js';
import type { SessionGrant } from './page-types.js';

const DEADLINE_MS = 30_000;

interface Call {
  readonly path: string;
  readonly accessToken?: string;
}

interface PostCall extends Call {
  readonly body?: object;
}

interface PageApiParts<View> {
  readonly send: typeof fetch;
  /** Path of the page's operations. */
  readonly hosted: string;
  /** The answer as a view, or null if this version of the page cannot show it correctly. */
  readonly parseView: (body: unknown) => View | null;
}

/** The operations behind a page. Never throws: every outcome is an `ApiAnswer`. */
export abstract class PageApi<View> {
  constructor(private readonly parts: PageApiParts<View>) {}

  openSession(token: string): Promise<ApiAnswer<SessionGrant>> {
    return this.post({ path: `${this.parts.hosted}/session`, body: { token } });
  }

  extendSession(accessToken: string): Promise<ApiAnswer<SessionGrant>> {
    return this.post({ path: `${this.parts.hosted}/session/extend`, accessToken });
  }

  async view(accessToken: string): Promise<ApiAnswer<View>> {
    return this.viewIn(await this.get({ path: `${this.parts.hosted}/view`, accessToken }));
  }

  /** A change that is answered with the view after it. */
  protected async change(call: PostCall): Promise<ApiAnswer<View>> {
    return this.viewIn(await this.post(call));
  }

  protected get<T>(call: Call): Promise<ApiAnswer<T>> {
    return this.call('GET', call);
  }

  protected post<T>(call: PostCall): Promise<ApiAnswer<T>> {
    return this.call('POST', call);
  }

  private async call<T>(method: string, call: PostCall): Promise<ApiAnswer<T>> {
    const { path, accessToken, body } = call;
    const headers: Record<string, string> = { accept: 'application/json' };
    if (accessToken) headers['authorization'] = `Bearer ${accessToken}`;
    if (body) headers['content-type'] = 'application/json';
    try {
      const response = await this.parts.send(path, {
        method,
        headers,
        body: body ? JSON.stringify(body) : null,
        cache: 'no-store',
        credentials: 'omit',
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      const answer = jsonOrNull(await response.text());
      if (response.ok && isRecord(answer)) return { ok: true, value: answer as T };
      return { ok: false, failure: failureOfResponse(response, answer) };
    } catch (error) {
      // fetch rejects with TypeError for a broken connection, with DOMException past the deadline.
      if (error instanceof TypeError || error instanceof DOMException) {
        return { ok: false, failure: { kind: 'offline' } };
      }
      throw error;
    }
  }

  private viewIn(answer: ApiAnswer<unknown>): ApiAnswer<View> {
    if (!answer.ok) return answer;
    const view = this.parts.parseView(answer.value);
    return view ? { ok: true, value: view } : { ok: false, failure: { kind: 'server' } };
  }
}

/**
 * The members of a view; null if one of them has a value that this version of the page does not
 * know, or if the merchant is missing.
 */
export function knownMembers(
  body: unknown,
  known: Readonly<Record<string, readonly unknown[]>>,
): Record<string, unknown> | null {
  if (!isRecord(body) || !isRecord(body['merchant'])) return null;
  if (typeof body['merchant']['display_name'] !== 'string') return null;
  const isKnown = Object.entries(known).every(([member, values]) => values.includes(body[member]));
  return isKnown ? body : null;
}

export const UI_MODES = ['redirect', 'auto_redirect', 'standalone', 'iframe'] as const;
