import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { freePort } from '@towpath/local-system';
import { ForeignServer } from '@towpath/testing';

/** Its own command binds to all addresses, and writes all that it knows to a file. */
const PROGRAM = `
import sys
from aiohttp import web
from localstripe.resources import Store
from localstripe.server import app
Store.dump_to_disk = lambda store: None
web.run_app(app, host='127.0.0.1', port=int(sys.argv[1]))
`;
const KEY = { authorization: 'Bearer sk_test_localstripe' };
const TOKEN = 'confirmation_token';

/** A parameter of the connector that localstripe does not know. */
interface Unknown {
  readonly request: string;
  readonly parameter: string;
  /** What it is sent as; null if it is left out. */
  readonly sentAs: string | null;
  readonly reason: string;
}

const INTENTS = 'POST /v1/payment_intents';
const CONFIRM = `${INTENTS}/{id}/confirm`;
const LINES = 'GET /v1/balance_transactions';

/** All that the filter changes in requests. */
export const UNKNOWN: readonly Unknown[] = [
  {
    request: INTENTS,
    parameter: 'allowed_payment_method_types',
    sentAs: 'payment_method_types',
    reason: 'it knows the earlier name',
  },
  {
    request: INTENTS,
    parameter: 'statement_descriptor_suffix',
    sentAs: null,
    reason: 'its intents have no text for the statement',
  },
  {
    request: CONFIRM,
    parameter: TOKEN,
    sentAs: null,
    reason: 'it has none: the filter puts the payment method into the intent first',
  },
  {
    request: CONFIRM,
    parameter: 'use_stripe_sdk',
    sentAs: null,
    reason: 'its challenges are for scripts only',
  },
  {
    request: CONFIRM,
    parameter: 'return_url',
    sentAs: null,
    reason: 'its challenges are for scripts only',
  },
  {
    request: LINES,
    parameter: 'created',
    sentAs: null,
    reason: 'its lists have no period',
  },
];

type Json = Readonly<Record<string, unknown>>;

/** A stateful double of Stripe that others wrote, older than the connector, behind a filter. */
export class LocalStripe {
  private readonly filter = createServer((request, response) => {
    this.pass(request, response).catch(() => response.destroy());
  });

  private constructor(private readonly server: ForeignServer) {}

  static async start(): Promise<LocalStripe> {
    const port = await freePort();
    const args = ['-c', PROGRAM, String(port)];
    const url = `http://127.0.0.1:${port}`;
    const stripe = new LocalStripe(
      await ForeignServer.start({ command: pythonOf('localstripe'), args, url }),
    );
    stripe.filter.listen(0, '127.0.0.1');
    await once(stripe.filter, 'listening');
    return stripe;
  }

  /** Of the filter. */
  get url(): string {
    return `http://127.0.0.1:${(this.filter.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.filter.closeAllConnections();
    this.filter.close();
    await this.server.stop();
  }

  /** In place of a confirmation token: it names a payment method. */
  async tokenize(number: string): Promise<string> {
    const { id } = await this.ask('POST /v1/payment_methods', {
      type: 'card',
      'card[number]': number,
      'card[exp_month]': '12',
      'card[exp_year]': '2060',
      'card[cvc]': '123',
    });
    return `ctoken_${String(id)}`;
  }

  /** The payer answers the challenge of the bank. */
  async decide(intent: string, decision: 'approve' | 'refuse'): Promise<void> {
    const { client_secret: secret } = await this.ask(`GET /v1/payment_intents/${intent}`);
    const form = { client_secret: String(secret), success: String(decision === 'approve') };
    await this.ask(`POST /v1/payment_intents/${intent}/_authenticate`, form);
  }

  /** It sends its events there, signed with the secret. */
  async sendEvents(url: string, secret: string): Promise<void> {
    const address = `${this.server.url}/_config/webhooks/ours`;
    await fetch(address, { method: 'POST', body: new URLSearchParams({ url, secret }) });
  }

  /** Without the filter. */
  async ask(route: string, form: Readonly<Record<string, string>> = {}): Promise<Json> {
    const [method = '', path = ''] = route.split(' ');
    const { body } = await this.send({ method, path, form: new URLSearchParams(form) });
    return body as Json;
  }

  private async send(request: Filtered): Promise<{ status: number; body: unknown }> {
    const { method, path, form } = request;
    const isRead = method === 'GET';
    const answer = await fetch(`${this.server.url}${path}${isRead ? `?${form}` : ''}`, {
      method,
      headers: KEY,
      ...(isRead ? {} : { body: form }),
    });
    return { status: answer.status, body: await answer.json() };
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const [path = '', query = ''] = url.split('?');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sent = new URLSearchParams(method === 'GET' ? query : Buffer.concat(chunks).toString());
    const token = sent.get(TOKEN);
    if (token !== null) {
      const form = new URLSearchParams({ payment_method: token.replace('ctoken_', '') });
      await this.send({ method, path: path.replace('/confirm', ''), form });
    }
    const { status, body } = await this.send({
      method,
      path,
      form: known(`${method} ${path}`, sent),
    });
    const answer = JSON.stringify(`${method} ${path}` === LINES ? withBalance(body) : body);
    response.writeHead(status, { 'content-type': 'application/json' }).end(answer);
  }
}

interface Filtered {
  readonly method: string;
  readonly path: string;
  readonly form: URLSearchParams;
}

/** Without the parameters of the list; all others pass, also wrong ones. */
function known(line: string, sent: URLSearchParams): URLSearchParams {
  const kind = line.replace(/pi_\w+/, '{id}');
  const kept = [...sent].flatMap(([name, value]) => {
    const [outer = ''] = name.split('[');
    const unknown = UNKNOWN.find(
      ({ request, parameter }) => request === kind && parameter === outer,
    );
    if (!unknown) return [[name, value]];
    return unknown.sentAs === null ? [] : [[name.replace(outer, unknown.sentAs), value]];
  });
  return new URLSearchParams(kept);
}

/** It has one balance only and does not name it. */
function withBalance(list: unknown): unknown {
  const { data = [] } = list as { readonly data?: readonly object[] };
  return { ...(list as object), data: data.map((line) => ({ ...line, balance_type: 'payments' })) };
}

/** The Python of the virtual environment that has the command, or the only one. */
function pythonOf(command: string): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = folders.map((folder) => join(folder, command)).find((path) => existsSync(path));
  const python = join(dirname(realpathSync(found ?? command)), 'python3');
  return existsSync(python) ? python : 'python3';
}
