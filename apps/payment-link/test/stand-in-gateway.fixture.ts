import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StandInBilling } from './stand-in-billing.fixture.js';

interface Book {
  status: string;
  /** What was asked for, minor units. */
  readonly amount: number;
  captures: number;
  /** Minor units by our name of the refund. */
  readonly refunds: Map<string, number>;
}

type Verb = 'authorize' | 'find' | 'capture' | 'void' | 'refund';

/**
 * A card gateway that contradicts itself on command: what the sandbox, which keeps its books in
 * order, cannot be made to do.
 */
export class StandInGateway {
  readonly books = new Map<string, Book>();
  readonly asked: string[] = [];
  /** Calls that are dropped without being done: the request never arrives. */
  readonly drops = new Set<Verb>();
  /** Calls that are done and not answered. */
  readonly silences = new Set<Verb>();
  /** Calls that are refused for good. */
  readonly refusals = new Set<Verb>();
  readonly billing = new StandInBilling();
  private readonly holds = new Map<Verb, PromiseWithResolvers<void>>();
  private readonly server = createServer((request, response) => {
    void this.answer(request, response);
  });

  static async start(): Promise<StandInGateway> {
    const gateway = new StandInGateway();
    gateway.server.listen(0, '127.0.0.1');
    await once(gateway.server, 'listening');
    return gateway;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  book(reference: string): Book {
    const book = this.books.get(reference);
    if (!book) throw new Error(`the gateway does not know ${reference}`);
    return book;
  }

  /** Answers to the verb wait until the returned function is called. */
  hold(verb: Verb): () => void {
    const held = Promise.withResolvers<void>();
    this.holds.set(verb, held);
    return () => {
      this.holds.delete(verb);
      held.resolve();
    };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const url = new URL(request.url ?? '', this.url);
    if (url.pathname.startsWith('/ext/')) return json(response, this.billing.answer(url, body));
    // A bank that takes transfers in and has no statement of them.
    if (url.pathname.startsWith('/gw3/incoming_')) {
      return json(response, request.method === 'POST' ? {} : undefined);
    }
    const [, , , reference = String(body['reference']), action] = (request.url ?? '').split('/');
    const verb = verbOf(request, action);
    this.asked.push(verb);
    if (this.drops.has(verb)) return void request.socket.destroy();
    const refused = this.refusals.has(verb);
    const book = refused ? undefined : this.act(verb, reference, body);
    await this.holds.get(verb)?.promise;
    if (this.silences.has(verb)) return void request.socket.destroy();
    response.writeHead(refused ? 400 : book ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(book ? answerOf(reference, book) : {}));
  }

  private act(verb: Verb, reference: string, body: Record<string, unknown>): Book | undefined {
    const book = this.books.get(reference);
    if (verb === 'authorize') {
      if (book) return book;
      const amount = Number(body['amount']);
      const refunds = new Map<string, number>();
      const opened = { status: 'authorized', amount, captures: 0, refunds };
      this.books.set(reference, opened);
      return opened;
    }
    if (!book) return undefined;
    if (verb === 'void' && book.status !== 'captured') book.status = 'voided';
    if (verb === 'capture' && book.status === 'authorized') {
      book.status = 'captured';
      book.captures += 1;
    }
    if (verb === 'refund' && ['captured', 'refunded'].includes(book.status)) {
      book.status = 'refunded';
      book.refunds.set(String(body['refund_reference']), Number(body['amount']));
    }
    return book;
  }
}

function json(response: ServerResponse, answer: object | undefined): void {
  response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer ?? {}));
}

function verbOf({ method }: IncomingMessage, action: string | undefined): Verb {
  if (method === 'GET') return 'find';
  return (action as Verb | undefined) ?? 'authorize';
}

function answerOf(reference: string, { status }: Book): object {
  const card = {
    brand: 'Visa',
    last4: '4242',
    expiry_month: 12,
    expiry_year: 2060,
    country: 'HK',
    funding: 'CREDIT',
    fingerprint: 'f',
    card_number_alias: 'a',
    is_commercial: false,
  };
  const decline =
    status === 'declined'
      ? { decline: { decline_code: 'generic', decline_reason: 'No.', result_code: '05' } }
      : {};
  const stored = { stored_payment_method_id: 'stored' };
  return { reference, psp_reference: 'p', status, auth_code: '1', card, ...stored, ...decline };
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}
