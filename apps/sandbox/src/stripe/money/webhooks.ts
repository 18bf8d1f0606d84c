import { createHmac } from 'node:crypto';
import type { Call, StripeBooks } from '../books/stripe-books.js';
import type { Body, Endpoint } from '../books/stripe-objects.js';
import { invalid } from '../books/stripe-refusal.js';
import type { CallbackSigner } from '../../base/callbacks/callbacks.service.js';

const MS_PER_S = 1_000;
const LATE_MS = 3_600_000;

/** A secret follows from its endpoint, so the sender needs no second copy. */
const secretOf = ({ secret, endpoint }: { readonly secret: string; readonly endpoint: string }) =>
  `whsec_${createHmac('sha256', secret).update(endpoint).digest('hex').slice(0, 32)}`;

/** `t=<unix s>,v1=<hex HMAC-SHA256 of "t.body">`; the reference begins with the endpoint. */
export const stripeSigner = (secret: string): CallbackSigner => ({
  gateway: 'STRIPE',
  callbackHeaders: (body, sentAt, { reference }) => {
    const [endpoint = ''] = reference.split('-');
    const t = Math.floor(sentAt.getTime() / MS_PER_S);
    const key = secretOf({ secret, endpoint });
    const v1 = createHmac('sha256', key).update(`${t}.${body}`).digest('hex');
    return { 'stripe-signature': `t=${t},v1=${v1}` };
  },
});

/** The answer to its creation is the only one with the secret. */
export function createEndpoint({ books, params }: Call): Body {
  params.only('api_version connect description enabled_events metadata url');
  const events = params.list('enabled_events');
  if (events.length === 0)
    throw invalid('Missing required param: enabled_events.', { code: 'parameter_missing' });
  const id = books.newId('webhook_endpoint');
  const endpoint: Endpoint = {
    id,
    object: 'webhook_endpoint',
    api_version: params.text('api_version'),
    application: null,
    created: books.now,
    description: params.text('description'),
    enabled_events: events,
    livemode: books.livemode,
    metadata: params.metadata(),
    status: 'enabled',
    url: params.required('url'),
  };
  books.add('webhook_endpoint', endpoint, { connect: params.flag('connect') === true });
  return { ...endpoint, secret: secretOf({ secret: books.opened.endpointSecret, endpoint: id }) };
}

async function presentEndpoint({ books, ids: [id = ''] }: Call): Promise<Endpoint> {
  const endpoint = await books.get('webhook_endpoint', id, { param: 'webhook_endpoint' });
  if (!books.innerOf(endpoint)['deleted']) return endpoint;
  throw invalid(`No such webhook endpoint: '${id}'`, { code: 'resource_missing' });
}

export const retrieveEndpoint = presentEndpoint;

export async function updateEndpoint(call: Call): Promise<Endpoint> {
  const { books, params } = call;
  params.only('description disabled enabled_events metadata url');
  const endpoint = await presentEndpoint(call);
  if (params.has('enabled_events'))
    books.change(endpoint, { enabled_events: params.list('enabled_events') });
  if (params.has('disabled'))
    books.change(endpoint, { status: params.flag('disabled') ? 'disabled' : 'enabled' });
  return books.change(endpoint, {
    url: params.text('url') ?? endpoint.url,
    metadata: params.metadata(endpoint.metadata),
  });
}

export async function deleteEndpoint(call: Call): Promise<Body> {
  const endpoint = await presentEndpoint(call);
  call.books.changeInner(endpoint, { deleted: true });
  return { id: endpoint.id, object: 'webhook_endpoint', deleted: true };
}

export const retrieveEvent = ({ books, ids: [id = ''] }: Call) =>
  books.get('event', id, { param: 'id' });

interface Delivery {
  readonly reference: string;
  readonly eventId: string;
  readonly event: string;
  readonly url: string;
  readonly body: object;
  readonly dueAt: Date;
}

/** What the endpoints of these books get of the new events, as the settings want it. */
export async function deliveriesOf(books: StripeBooks): Promise<Delivery[]> {
  const { settings, now } = books.opened;
  if (books.events.length === 0) return [];
  const endpoints = (await books.endpoints()).filter(({ body }) => body.status === 'enabled');
  const dueAt = new Date(now * MS_PER_S + (settings.webhooks === 'late' ? LATE_MS : 0));
  const times = { once: [0], late: [0], twice: [0, 1], never: [] }[settings.webhooks];
  return books.events.flatMap((event) => {
    const { account, ...own } = event;
    const wanted = endpoints.filter(({ body: { enabled_events: types } }) =>
      types.some((type) => type === '*' || type === event.type),
    );
    books.change(event, { pending_webhooks: wanted.length });
    return wanted.flatMap(({ body: endpoint, isOwn }) =>
      times.map((time) => ({
        reference: `${endpoint.id}-${event.id}-${time}`,
        eventId: event.id,
        event: event.type,
        url: endpoint.url,
        // Only events of connected accounts name the account.
        body: {
          ...own,
          ...(isOwn ? {} : { account }),
          api_version: endpoint.api_version ?? event['api_version'],
        },
        dueAt,
      })),
    );
  });
}
