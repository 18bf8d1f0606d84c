import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DraftMandateRequest } from '@towpath/contracts/internal';

/**
 * The service of mandates as a payment link meets it, where a test needs it to be slow, away or
 * ahead. The service itself is met by the tests that start the whole system.
 */
export class StandInMandates {
  readonly drafts = new Map<string, DraftMandateRequest>();
  /** By mandate; a draft unless said otherwise. */
  readonly statuses = new Map<string, string>();
  /** Whole mandates, as their service tells of them. */
  readonly records = new Map<string, object>();
  readonly abandoned: string[] = [];
  /** What tokens were asked for with, last first. */
  readonly tokens: object[] = [];
  /** Payments that mandates were charged for, and what the bank says of them first. */
  readonly charged: string[] = [];
  bankStatus = 'PENDING';
  /** The code with which the mandate refuses each charge. */
  refusal: string | null = null;
  /** What could be charged now; of whom, and for what, is up to the test. */
  chargeable: object[] = [];
  /** What it collects by. */
  readonly connectors: object[] = [];
  /** How often that was asked for. */
  asked = 0;
  /** Requests are dropped without an answer. */
  away = false;
  private readonly server = createServer((request, response) => {
    void this.answer(request, response);
  });

  static async start(): Promise<StandInMandates> {
    const mandates = new StandInMandates();
    mandates.server.listen(0, '127.0.0.1');
    await once(mandates.server, 'listening');
    return mandates;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    if (this.away) return void request.socket.destroy();
    const [, , noun, id = '', action] = (request.url ?? '').split('/');
    if (action === 'charges' && this.refusal) {
      const error = { type: 'API_ERROR', error_code: this.refusal, details: 'no', message: 'no' };
      response.writeHead(400, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify({ error }));
    }
    const answer =
      noun === 'direct_debit_connectors'
        ? { connectors: this.connectors }
        : this.act(id, action, body);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  }

  private act(id: string, action: string | undefined, body: unknown): object {
    if (id === 'chargeable') {
      this.asked += 1;
      return { mandates: this.chargeable };
    }
    if (id === 'settled_charges') return { charges: [] };
    if (id === 'read') {
      const { mandate_ids: ids, ...others } = body as Asked;
      if (!ids) return { mandates: this.recordsOf(others) };
      const places = [this.drafts, this.statuses, this.records];
      const known = ids.filter((each) => places.some((place) => place.has(each)));
      return { mandates: known.map((each) => this.recordOf(each)) };
    }
    if (action === 'token') {
      this.tokens.unshift(body as object);
      return { access_token: `token of ${id}`, expires_in: 1800 };
    }
    if (action === 'charges') {
      this.charged.push((body as { payment_id: string }).payment_id);
      return { bank_status: this.bankStatus };
    }
    if (action === 'abandon') {
      this.abandoned.push(id);
      this.statuses.set(id, 'CLOSED');
      return this.recordOf(id);
    }
    const draft = body as DraftMandateRequest;
    if (!this.drafts.has(draft.mandate_id)) this.drafts.set(draft.mandate_id, draft);
    return this.recordOf(draft.mandate_id);
  }

  private recordsOf({ user_id, payment_method_ids: methods = [] }: Asked): object[] {
    return [...this.records.values()].filter((record) => {
      const known = record as { user_id?: string; payment_method_id?: string };
      return known.user_id === user_id || methods.includes(known.payment_method_id ?? '');
    });
  }

  private recordOf(mandateId: string): object {
    const record = this.records.get(mandateId);
    if (record) return record;
    const status = this.statuses.get(mandateId) ?? 'AUTHORIZATION_REQUIRED';
    const method = this.drafts.get(mandateId)?.payment_method_id ?? mandateId;
    return { mandate_id: mandateId, payment_method_id: method, status, mandate_details: {} };
  }
}

interface Asked {
  readonly mandate_ids?: string[];
  readonly user_id?: string;
  readonly payment_method_ids?: string[];
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}') as unknown;
}
