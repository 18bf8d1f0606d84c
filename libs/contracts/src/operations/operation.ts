import type { EnvelopeVariant } from '../errors/envelope.js';
import type { Scope } from '../scopes.js';
import type { ServiceName } from '../service-names.js';
import type { TokenUse } from '../token.js';

/** Headings of the API reference, with descriptions. */
export const OPERATION_AREAS = {
  Authentication: 'Tokens for customer apps, and the keys that credentials are encrypted to.',
  Link: 'Connect the bank of an end-user, on the hosted page or with a user interface of your own.',
  'Hosted link page': 'What the hosted page itself calls, with the session of one link token.',
  'Login identity': 'A connection between an end-user and an institution: its state and its data.',
  Institutions: 'Banks and wallets that can be connected, and what each of them supports.',
  'Account data': 'Accounts, transactions, statements, identity and income of one connection.',
  'Payment users': 'The people and businesses who pay you.',
  'Payment accounts': 'Your settlement accounts, and the bank accounts of your payers.',
  'Payment methods': 'Cards and mandates that a payer has stored with you.',
  Mandates: 'Permissions to collect from a bank account, within limits that the payer agreed to.',
  'Hosted mandate page': 'What the hosted page itself calls, with the session of one mandate.',
  'Payment links': 'A page on which your payer pays once, or stores a method for later.',
  'Hosted payment page': 'What the hosted page itself calls, with the session of one link.',
  Payments: 'Money that you collect, however it was started.',
  Payouts: 'Money that leaves your settlement accounts.',
  Bills: 'Bills of an external system that your payers settle.',
  'Disputes and ledger': 'Payments that a card holder contests, and statements of your balance.',
  Webhooks: 'Endpoints of yours, the events that they receive, and how to verify and repeat them.',
  'Call-backs': 'Where card gateways and banks report what they did. Not for customer apps.',
  Testing: 'For test apps only: move the clock, decide for the bank, read the simulated books.',
} as const;

export type OperationArea = keyof typeof OPERATION_AREAS;

/** Areas that customer apps do not call: our own pages do, and card gateways and banks. */
export const INTERNAL_AREAS: ReadonlySet<OperationArea> = new Set<OperationArea>([
  'Hosted link page',
  'Hosted mandate page',
  'Hosted payment page',
  'Call-backs',
]);

export type OperationMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** One operation of the public interface: its route, its service, its permitted callers. */
export interface Operation {
  readonly id: string;
  readonly method: OperationMethod;
  /** With parameters in braces: `/payments/{paymentId}`. */
  readonly path: string;
  /** The service that answers; the gateway forwards all operations of other services. */
  readonly service: ServiceName;
  /** Kinds of token whose sessions another service keeps: it answers them in its place. */
  readonly answeredBy?: Partial<Readonly<Record<TokenUse, ServiceName>>>;
  /** Heading in the documentation. */
  readonly area: OperationArea;
  /** Kinds of token that it takes; `public`: none, and one that is sent is ignored. */
  readonly kinds: readonly TokenUse[] | 'public';
  /** The required scope; null if the kind of the token suffices. */
  readonly scope: Scope | null;
  readonly envelope: EnvelopeVariant;
  /** Refused for live apps with `NOT_A_TEST_APP`. */
  readonly testOnly?: boolean;
  /** Whether the Idempotency-Key header is read; ignored when absent. */
  readonly idempotency?: 'optional' | 'required';
  readonly deprecated?: boolean;
  /** The answer may take longer than any deadline: only its beginning has one. */
  readonly streams?: boolean;
  /** False: answers 501 for now. */
  readonly built: boolean;
  readonly summary: string;
  /** Most bytes of a body; 1 MiB when absent. */
  readonly bodyLimitBytes?: number;
  /** Most concurrent requests of each gateway; unlimited if absent. */
  readonly maxAtOnce?: number;
  /** HTTP statuses particular to it; 401, 403, 429, 500 and 503 are possible everywhere. */
  readonly statuses: readonly number[];
}

/** The service that answers callers with this kind of token. */
export function answeringService(
  { service, answeredBy }: Pick<Operation, 'service' | 'answeredBy'>,
  tokenUse: TokenUse | undefined,
): ServiceName {
  return (tokenUse && answeredBy?.[tokenUse]) ?? service;
}

type Shared = Pick<Operation, 'service' | 'area' | 'kinds' | 'envelope'>;

interface OperationEntry
  extends
    Partial<Omit<Operation, 'id' | 'method' | 'path' | 'summary'>>,
    Pick<Operation, 'summary'> {
  /** Method and path: `GET /payments/{paymentId}`. */
  readonly route: `${OperationMethod} /${string}`;
}

/** Operations of one area by their IDs; an entry contains only what differs from the defaults. */
export function defineOperations(
  shared: Shared,
  entries: Readonly<Record<string, OperationEntry>>,
): readonly Operation[] {
  return Object.entries(entries).map(([id, { route, ...entry }]) => {
    const [method, path] = route.split(' ') as [OperationMethod, string];
    return {
      ...shared,
      scope: null,
      built: true,
      statuses: [200, 400, 401, 500],
      id,
      method,
      path,
      ...entry,
    };
  });
}
