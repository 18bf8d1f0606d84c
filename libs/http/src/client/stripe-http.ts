import type Stripe from 'stripe';
import { Agent } from 'undici';

/** Stripe's own hint about a connection wins. */
const KEEP_ALIVE_MS = 60_000;

/**
 * The SDK over undici, which costs half of Node's own client. Whatever its settings, the SDK repeats
 * a request whose connection was closed, although its outcome is unknown: so it does not learn why
 * there is no answer.
 */
export function stripeHttp({ HttpClient, HttpClientResponse }: typeof Stripe): Stripe.HttpClient {
  const agent = new Agent({ keepAliveTimeout: KEEP_ALIVE_MS });

  class Answer extends HttpClientResponse {
    constructor(private readonly received: Awaited<ReturnType<Agent['request']>>) {
      super(received.statusCode, presentIn(received.headers));
    }

    override getRawResponse() {
      return this.received;
    }

    override async toJSON(): Promise<unknown> {
      let text: string;
      try {
        text = await this.received.body.text();
      } catch (error) {
        throw HttpClient.makeResponseBodyError(error);
      }
      return this._parseResponseBody(text);
    }
  }

  return {
    getClientName: () => 'undici',
    makeRequest: async (...[host, port, path, method, headers, data, protocol, timeoutMs]) => {
      const origin = `${protocol}://${host}:${port}`;
      const times = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
      try {
        const body = data === '' ? null : data;
        return new Answer(await agent.request({ origin, path, method, headers, body, ...times }));
      } catch (cause) {
        throw new Error('no answer', { cause });
      }
    },
  };
}

function presentIn(headers: Readonly<Record<string, string | string[] | undefined>>) {
  const present = Object.entries(headers).filter(
    (entry): entry is [string, string | string[]] => entry[1] !== undefined,
  );
  return Object.fromEntries(present);
}

/** The SDK notes the stack of each request, for errors of its own that we do not pass on. */
export function withoutStack<T>(ask: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return ask();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

interface Moded {
  readonly livemode?: boolean;
  readonly source?: { readonly livemode?: boolean } | null;
}

/** `livemode` of an object, or of those in a list; lines of the balance have it in their sources. */
export function modesIn(answer: unknown): unknown[] {
  const { data } = answer as { readonly data?: unknown };
  const objects = [answer, ...(Array.isArray(data) ? (data as unknown[]) : [])] as Moded[];
  return objects.flatMap(({ livemode, source }) => [livemode, source?.livemode]);
}
