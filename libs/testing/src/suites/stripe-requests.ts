import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@towpath/local-system';
import type Stripe from 'stripe';
import { FOREIGN_SERVER_START_MS, ForeignServer } from '../actors/foreign-server.js';
import { describeChecks, type SuiteCheck } from './suite-check.js';

type Sdk = typeof Stripe;

/** As the SDK sends it. */
export interface StripeRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

/** What stripe-mock refuses, although Stripe takes it. */
export interface StripeMockDifference {
  /** For example `POST /v1/payment_intents/{id}/confirm`; `*` for every request. */
  readonly request: string;
  /** The name of a header or parameter. */
  readonly part: string;
  readonly reason: string;
}

export const STRIPE_MOCK_DIFFERENCES: readonly StripeMockDifference[] = [
  {
    request: '*',
    part: 'Stripe-Version',
    reason: 'stripe-mock 0.203.0 is the newest one and speaks 2026-08-26; the SDK is of 2026-10-28',
  },
];

/** Requests of a connector, and the stripe-mock that they are replayed to. */
export interface StripeReplay {
  readonly mockUrl: string;
  /** All requests that the sources can make: see `stripeKinds`. */
  readonly kinds: readonly string[];
  readonly requests: readonly StripeRequest[];
  readonly differences: readonly StripeMockDifference[];
}

export const STRIPE_REQUEST_CHECKS: readonly SuiteCheck<StripeReplay>[] = [
  {
    name: 'each kind of request in the sources was made, and no other',
    faults({ kinds, requests }) {
      const made = new Set(requests.map((request) => kindOf(kinds, request) ?? lineOf(request)));
      const unmade = kinds.filter((kind) => !made.has(kind)).map((kind) => `${kind} was not made`);
      const unknown = [...made].filter((kind) => !kinds.includes(kind));
      return Promise.resolve([
        ...unmade,
        ...unknown.map((line) => `no source names the request ${line}`),
      ]);
    },
  },
  {
    name: 'stripe-mock takes each request, but for the differences of the list',
    async faults(replay) {
      const refused = new Set<string>();
      const seen = new Set<StripeMockDifference>();
      for (const request of replay.requests) {
        const difference = await replayed(replay, request, seen);
        if (difference !== null) refused.add(difference);
      }
      const isRelevant = ({ request }: StripeMockDifference) =>
        request === '*' || replay.kinds.includes(request);
      const gone = replay.differences.filter((each) => isRelevant(each) && !seen.has(each));
      return [
        ...refused,
        ...gone.map(({ request, part }) => `stripe-mock takes ${part} of ${request}: unlist it`),
      ];
    },
  },
];

/**
 * Records the requests that a connector makes through the SDK in all tests of the calling file, and
 * replays them to stripe-mock. That refuses unknown parameters and wrong values.
 * @param sources the folder with the connector
 */
export function describeStripeRequests(
  connector: string,
  { sdk, sources }: { readonly sdk: Sdk; readonly sources: string },
): void {
  const requests: StripeRequest[] = [];
  const record = (message: unknown) => requests.push(...sentBySdk(message));
  beforeAll(() => subscribe(SENT_BY_UNDICI, record));
  afterAll(() => {
    unsubscribe(SENT_BY_UNDICI, record);
  });

  describe(`the requests of ${connector}, replayed to stripe-mock`, () => {
    let mock: ForeignServer;
    let kinds: string[];
    beforeAll(async () => {
      mock = await startStripeMock();
      kinds = await stripeKinds(sdk, sources);
    }, FOREIGN_SERVER_START_MS);
    afterAll(() => mock?.stop());

    describeChecks('are right', {
      checks: STRIPE_REQUEST_CHECKS,
      subject: () => {
        return { mockUrl: mock.url, kinds, requests, differences: STRIPE_MOCK_DIFFERENCES };
      },
    });
  });
}

export async function startStripeMock(): Promise<ForeignServer> {
  const [http, https] = [await freePort(), await freePort()];
  const addresses = ['-http-addr', `127.0.0.1:${http}`, '-https-addr', `127.0.0.1:${https}`];
  const args = [...addresses, '-strict-version-check'];
  return ForeignServer.start({ command: 'stripe-mock', args, url: `http://127.0.0.1:${http}` });
}

const CALLS = /\bstripe((?:\.\w+)+)\(/g;
const ID = '{id}';

/** Each request for which TypeScript in the folder calls the SDK, such as `GET /v1/refunds/{id}`. */
export async function stripeKinds(sdk: Sdk, folder: string): Promise<string[]> {
  const kinds = new Set<string>();
  const asked: typeof fetch = (url, init) => {
    const { pathname } = new URL(String(url));
    kinds.add(`${init?.method ?? 'GET'} ${decodeURIComponent(pathname)}`);
    return Promise.resolve(Response.json({}));
  };
  const httpClient = sdk.createFetchHttpClient(asked);
  const stripe = new sdk('sk_test_kinds', { httpClient, telemetry: false, maxNetworkRetries: 0 });
  for (const file of globSync(join(folder, '**/*.ts'))) {
    for (const [, names = ''] of readFileSync(file, 'utf8').matchAll(CALLS))
      await called(stripe, names.slice(1).split('.'));
  }
  return [...kinds].toSorted();
}

type Called = Readonly<Record<string, (...args: unknown[]) => unknown>>;

async function called(stripe: Stripe, names: readonly string[]): Promise<void> {
  const resource = names
    .slice(0, -1)
    .reduce<object>((holder, name) => Reflect.get(holder, name) as object, stripe) as Called;
  const method = resource[names.at(-1) ?? ''];
  if (!method) throw new Error(`the SDK has no stripe.${names.join('.')}`);
  // The last two are the parameters and the options. An upload cannot be without its file.
  const ids = Array.from({ length: method.length - 2 }, () => ID);
  await method.apply(resource, [...ids, { file: { data: '' } }]);
}

function kindOf(kinds: readonly string[], request: StripeRequest): string | undefined {
  const fits = kinds.filter((kind) =>
    new RegExp(`^${kind.replaceAll(ID, '[^/]+')}$`).test(lineOf(request)),
  );
  // A literal path wins.
  return fits.toSorted((a, b) => a.split(ID).length - b.split(ID).length)[0];
}

function lineOf({ method, path }: StripeRequest): string {
  return `${method} ${path.split('?')[0]}`;
}

const SENT_BY_UNDICI = 'undici:request:create';

interface UndiciMessage {
  readonly request: Pick<StripeRequest, 'method' | 'path'> & {
    /** Names and values by turns. */
    readonly headers: readonly string[];
    readonly body: Uint8Array<ArrayBuffer> | null;
  };
}

/** The request of the message, if the SDK made it. */
function sentBySdk(message: unknown): StripeRequest[] {
  const { method, path, headers: given, body: bytes } = (message as UndiciMessage).request;
  const pairs = given.flatMap((name, at) => (at % 2 === 0 ? [[name, given[at + 1] ?? '']] : []));
  const headers = Object.fromEntries(pairs) as StripeRequest['headers'];
  if (!headers['User-Agent']?.startsWith('Stripe/')) return [];
  const isForm = headers['Content-Type'] === 'application/x-www-form-urlencoded';
  const content = bytes ?? new Uint8Array();
  const body = isForm ? new TextDecoder().decode(content) : content;
  return [{ method, path, headers, body }];
}

/** Why stripe-mock refuses it without the parts that it does not know; null if it takes it. */
async function replayed(
  { mockUrl, kinds, differences }: StripeReplay,
  request: StripeRequest,
  seen: Set<StripeMockDifference>,
): Promise<string | null> {
  const kind = kindOf(kinds, request) ?? lineOf(request);
  const names = partsOf(request);
  const known = differences.filter(
    ({ request: where, part }) => (where === '*' || where === kind) && names.includes(part),
  );
  for (const one of known.filter((each) => !seen.has(each))) {
    const others = known.filter((each) => each !== one);
    if ((await refusal(mockUrl, without(request, others))) !== null) seen.add(one);
  }
  const reason = await refusal(mockUrl, without(request, known));
  return reason === null ? null : `${kind} with ${names.join(', ')}: ${reason}`;
}

async function refusal(mockUrl: string, request: StripeRequest): Promise<string | null> {
  const { method, path, headers, body } = request;
  const answer = await fetch(`${mockUrl}${path}`, {
    method,
    // It takes every test key, and no other.
    headers: { ...sendable(headers), authorization: 'Bearer sk_test_replayed' },
    ...(method === 'GET' ? {} : { body }),
  });
  const text = await answer.text();
  return answer.status === 200 ? null : `${answer.status} ${messageIn(text)}`;
}

const SENT = ['Content-Type', 'Idempotency-Key', 'Stripe-Account', 'Stripe-Version'];

function sendable(headers: StripeRequest['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => SENT.includes(name)));
}

function messageIn(text: string): string {
  const { error } = JSON.parse(text) as { readonly error?: { readonly message?: string } };
  return error?.message ?? 'without a reason';
}

/** Names of its headers and parameters. */
function partsOf(request: StripeRequest): string[] {
  const names = [...(formOf(request)?.keys() ?? [])].map(outermost);
  return [...new Set([...Object.keys(sendable(request.headers)), ...names])];
}

function without(
  request: StripeRequest,
  differences: readonly StripeMockDifference[],
): StripeRequest {
  const parts = differences.map(({ part }) => part);
  if (parts.length === 0) return request;
  const headers = Object.entries(request.headers).filter(([name]) => !parts.includes(name));
  const rest = { ...request, headers: Object.fromEntries(headers) };
  const form = formOf(request);
  if (!form) return rest;
  const kept = [...form].filter(([name]) => !parts.includes(outermost(name)));
  const text = new URLSearchParams(kept).toString();
  if (request.method !== 'GET') return { ...rest, body: text };
  return { ...rest, path: [request.path.split('?')[0], text].filter(Boolean).join('?') };
}

/** Null for a file. */
function formOf({ method, path, body }: StripeRequest): URLSearchParams | null {
  if (method === 'GET') return new URLSearchParams(path.split('?')[1] ?? '');
  return typeof body === 'string' ? new URLSearchParams(body) : null;
}

/** `metadata` of `metadata[reference]`. */
function outermost(name: string): string {
  return name.split('[')[0] ?? name;
}
