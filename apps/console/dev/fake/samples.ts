import type {
  AuditEntry,
  ConsoleApp,
  ConsoleResourceResponse,
  ConsoleSession,
  FoundResource,
  ListedResource,
  OperatorRole,
  ParkedMessage,
  ResourceKind,
  StoryEntry,
} from '@towpath/contracts/operator';

export const SHOP: ConsoleApp = {
  customer_app_id: '01K8Z3V5Q4M7N2R6T9W1X0Y8AD',
  name: 'Harbour Kiln Studio',
  type: 'LIVE',
};
const TILL: ConsoleApp = {
  customer_app_id: '01K8Z3V5Q4M7N2R6T9W1X0Y8AE',
  name: 'Ferry Tickets (trial)',
  type: 'TEST',
};
export const PASSWORD = 'correct horse';
export const PAYMENT_ID = '01K9A1C0DE5EED5EED5EED5EED';
/** Values of masked members; of objects in a list, those of all. */
export const UNMASKED: Readonly<Record<string, unknown>> = {
  'sender.name': 'Chan Tai Man',
  'payer.email': 'chan@example.com',
  'fees.note': ['Tai Man', 'Siu Ming'],
};

export const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const NOW = Date.parse('2026-11-20T09:00:00Z');
export const before = (ms: number) => new Date(NOW - ms).toISOString();
export const idOf = (prefix: string, number: number) =>
  `${prefix}${String(number).padStart(26 - prefix.length, '0')}`;

const NAMES: Readonly<Record<OperatorRole, string>> = {
  viewer: 'Vic Lee',
  operator: 'Ola Ng',
  admin: 'Ada Wong',
};

export const subjectOf = (role: OperatorRole) => `oidc:https://login.example.com#${role}`;

interface Login {
  readonly nowMs: number;
  readonly loginAgeMs: number;
}

export function sessionOf(role: OperatorRole, { nowMs, loginAgeMs }: Login): ConsoleSession {
  return {
    name: NAMES[role],
    subject: subjectOf(role),
    role,
    write_token: `token-of-${role}`,
    ends_at: new Date(nowMs + 8 * 60 * MINUTE_MS).toISOString(),
    idle_ends_at: new Date(nowMs + 15 * MINUTE_MS).toISOString(),
    authenticated_at: new Date(nowMs - loginAgeMs).toISOString(),
    apps: [SHOP, TILL],
    trace_url: 'https://traces.example.com/trace/{trace_id}',
  };
}

const STATUSES: Partial<Record<ResourceKind, readonly string[]>> = {
  payment: ['EXECUTED', 'SUBMITTED', 'FAILED', 'AUTHORIZATION_REQUIRED', 'EXECUTED'],
  payment_link: ['PAID', 'CREATED', 'EXPIRED'],
  refund: ['EXECUTED', 'REVERSED', 'SUBMITTED'],
  dispute: ['ACTION_REQUIRED', 'WON', 'LOST'],
  incoming_transfer: ['UNMATCHED', 'PAID', 'RETURNED'],
  reconciliation_difference: ['OPEN', 'RESOLVED', 'CLOSED'],
  debit_difference: ['OPEN', 'RESOLVED', 'CLOSED'],
  dispute_difference: ['OPEN', 'RESOLVED', 'CLOSED'],
};
const CURRENCIES = ['HKD', 'JPY', 'KWD', 'USD'];
const SUMMARIES: Partial<Record<ResourceKind, readonly string[]>> = {
  payment_link: ['PAYMENT, 1 attempt', 'SETUP, 0 attempts'],
  payment_user: ['INDIVIDUAL, autopay'],
  payment_method: ['VISA ****4242', 'MASTERCARD ****5454'],
};
const PAYMENTS = ['CARD ****4242', 'MANDATE ****8410', 'CARD ****5454'];
const WITHOUT_AMOUNT = [
  'payment_user',
  'payment_account',
  'payment_method',
  'login_identity',
  'webhook_event',
  'webhook_endpoint',
  'mandate',
];

/** Enough of one kind for several pages. */
export function listed(kind: ResourceKind): ListedResource[] {
  const statuses = STATUSES[kind] ?? ['EXECUTED', 'FAILED'];
  const summaries = SUMMARIES[kind] ?? PAYMENTS;
  return Array.from({ length: kind === 'bill' ? 0 : 60 }, (_, index) => ({
    kind,
    customer_app_id: index % 4 === 3 ? TILL.customer_app_id : SHOP.customer_app_id,
    id: index === 0 ? PAYMENT_ID : idOf('01K9B', index),
    ...(kind !== 'payment_user' && { status: statuses[index % statuses.length] ?? 'EXECUTED' }),
    ...(!WITHOUT_AMOUNT.includes(kind) && {
      amount: 124_850 + index * 1_117,
      currency: CURRENCIES[index % CURRENCIES.length] ?? 'HKD',
    }),
    summary: summaries[index % summaries.length] ?? '',
    created_at: before(index * 37 * MINUTE_MS),
  }));
}

export function foundFor(typed: string): FoundResource[] {
  if (/nothing|missing/.test(typed)) return [];
  const of = (kind: ResourceKind, count: number, found_by: FoundResource['found_by']) =>
    listed(kind)
      .slice(0, count)
      .map((each) => ({ ...each, found_by }));
  if (typed === PAYMENT_ID) return of('payment', 1, 'id');
  return [
    ...of('payment', 3, 'reference'),
    ...of('payment_link', 1, 'reference'),
    ...of('payment_user', 1, 'email'),
  ];
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

const STORY: readonly StoryEntry[] = [
  {
    at: before(9 * DAY_MS),
    entry: 'STATE',
    service: 'payment-link',
    title: 'CREATED',
    trace_id: TRACE,
  },
  {
    at: before(9 * DAY_MS - 4_000),
    entry: 'QUESTION',
    service: 'payment-link',
    title: 'authorize at GW1',
    reason: 'The gateway did not answer within 10 s.',
    details: { gateway: 'GW1', operation: 'authorize', duration_ms: '10000' },
  },
  {
    at: before(9 * DAY_MS - 14_000),
    entry: 'QUESTION',
    service: 'payment-link',
    title: 'status at GW1',
    reason: 'approved',
    details: { gateway: 'GW1', gateway_reference: 'gw1_8842_0091', http_status: '200' },
    trace_id: TRACE,
  },
  {
    at: before(9 * DAY_MS - 15_000),
    entry: 'STATE',
    service: 'payment-link',
    title: 'AUTHORIZING → SUBMITTED',
    trace_id: TRACE,
  },
  {
    at: before(9 * DAY_MS - 16_500),
    entry: 'STATE',
    service: 'payment-link',
    title: 'SUBMITTED → EXECUTED',
    reason: 'captured',
    trace_id: TRACE,
  },
  {
    at: before(9 * DAY_MS - 16_600),
    entry: 'LEDGER',
    service: 'payment-link',
    title: 'PAYMENT: clearing:01K8Z3V5Q4M7N2R6T9W1X0Y8AD → settlement:01K8Z3V5Q4M7N2R6T9W1X0Y8AD',
    details: {
      amount: '124850',
      currency: 'HKD',
      ledger_transfer_id: '01K9A1C0DETRANSFERTRANSFER',
    },
  },
  {
    at: before(9 * DAY_MS - 17_000),
    entry: 'EVENT',
    service: 'payment-link',
    title: 'payment.executed',
  },
  {
    at: before(9 * DAY_MS - 18_000),
    entry: 'WEBHOOK',
    service: 'webhook-dispatch',
    title: 'PAYMENT_EXECUTED',
    about: { kind: 'webhook_event', customer_app_id: SHOP.customer_app_id, id: idOf('01K9W', 1) },
  },
  {
    at: before(9 * DAY_MS - 19_000),
    entry: 'DELIVERY',
    service: 'webhook-dispatch',
    title: 'POST 503',
    reason: 'Service Unavailable; tried again in 5 s',
    details: { endpoint: 'https://shop.example/hooks', attempt: '1' },
  },
  {
    at: before(9 * DAY_MS - 24_000),
    entry: 'DELIVERY',
    service: 'webhook-dispatch',
    title: 'POST 200',
  },
  {
    at: before(2 * DAY_MS),
    entry: 'CALL_BACK',
    service: 'dispute',
    title: 'charge.dispute.created',
    about: { kind: 'dispute', customer_app_id: SHOP.customer_app_id, id: idOf('01K9D', 1) },
  },
];

export interface Seen {
  readonly kind: ResourceKind;
  readonly app: string;
  readonly id: string;
}

export function seen({ kind, app, id }: Seen): ConsoleResourceResponse {
  return {
    kind,
    customer_app_id: app,
    id,
    status: 'EXECUTED',
    body: {
      payment_id: id,
      status: 'EXECUTED',
      type: 'CARD',
      amount: 124_850,
      currency: 'HKD',
      amount_refunded: 3_120,
      is_refundable: true,
      sender: { user_id: idOf('01K9E', 1), name: '•••' },
      payer: { email: '•••', country: 'HK' },
      fees: [
        { amount: 1_040, paid_by: 'SENDER', note: '•••' },
        { amount: 2_080, paid_by: 'RECIPIENT', note: '•••' },
      ],
      card: { brand: 'VISA', last_four_digits: '4242', funding: 'CREDIT' },
      reference: 'order-1042',
      metadata: { course: 'Pottery, eight evenings', seats: '1' },
      created_at: before(9 * DAY_MS),
      updated_at: before(9 * DAY_MS - 16_500),
      cancelled_at: null,
    },
    masked: Object.keys(UNMASKED),
    related: [
      {
        as: 'payment link',
        kind: 'payment_link',
        customer_app_id: app,
        id: idOf('01K9L', 1),
      },
      { as: 'payer', kind: 'payment_user', customer_app_id: app, id: idOf('01K9E', 1) },
      { as: 'dispute', kind: 'dispute', customer_app_id: app, id: idOf('01K9D', 1) },
    ],
    story: [...STORY],
    is_cut: false,
    unanswered: [],
  };
}

export const PARKED: readonly ParkedMessage[] = [1, 2, 3].map((number) => ({
  parked_message_id: idOf('01K9P', number),
  service: number === 3 ? 'mandate' : 'webhook-dispatch',
  customer_app_id: SHOP.customer_app_id,
  topic: 'payment events',
  event_name: number === 3 ? 'payment_link.expired' : 'payment.executed',
  message_key: idOf('01K9A', number),
  reason: 'The payload has no member "amount".',
  attempts: 7,
  parked_at: before(number * DAY_MS),
  ...(number === 2 && { replay_requested_at: before(DAY_MS) }),
}));

export const AUDIT: readonly AuditEntry[] = Array.from({ length: 30 }, (_, index) => ({
  audit_entry_id: idOf('01K9N', index),
  service: 'payment-link',
  occurred_at: before(index * 11 * MINUTE_MS),
  subject: subjectOf('admin'),
  role: 'admin',
  session: idOf('01K9S', 1),
  act: index % 3 === 0 ? 'UNMASK' : 'SIGHT',
  operation: index % 3 === 0 ? 'unmaskMember' : 'seeResource',
  customer_app_id: SHOP.customer_app_id,
  kind: 'payment',
  id: PAYMENT_ID,
  members: index % 3 === 0 ? ['sender.name'] : ['card', 'reference'],
  ...(index % 3 === 0 && { reason: 'Ticket 4711: the payer asks for a receipt' }),
}));
