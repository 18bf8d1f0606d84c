import type { ChargeBankStatus } from '@towpath/kernel';
import type { ListPaymentsResponse, PaymentResponse } from '@towpath/contracts/payment-link';
import { PublishedDispute } from './dispute-events.fixture.js';
import type { TestCustomerApp } from './payment-link.fixture.js';
import { OPENING_BALANCE, type Payer } from './payouts.fixture.js';
import type { StandInMandates } from './stand-in-mandates.fixture.js';

export const PAID = 12_500;
const FEE = 1_500;
type Kind = 'CARD' | 'MANDATE' | 'MANUAL';
export type Claim = 'HELD' | 'RELEASED' | 'SETTLED';

/** A payment as the rules of the interface have it. */
export interface KnownPayment {
  readonly id: string;
  readonly linkId: string;
  readonly kind: Kind;
  status: string;
  /** Minor units that refunds have given back, and those whose payout is under way. */
  refunded: number;
  readonly open: number[];
  returned: boolean;
  claim: Claim | null;
  disputed: number;
  fee: number;
  readonly dispute: PublishedDispute;
}

export interface KnownPayments {
  readonly payments: KnownPayment[];
}

/** A shop with an opening balance, its payer, and what stands in for mandates and for the bank. */
export interface PaidShop {
  readonly payer: Payer;
  readonly mandates: StandInMandates;
  /** What the bank says to every payout from here on, and time passes. */
  readonly bankSays: (word: BankWord) => Promise<void>;
}

export type BankWord = 'EXECUTED' | 'REJECTED' | 'SILENT';
export const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0);
const back = ({ returned }: KnownPayment) => (returned ? PAID : 0);
export const leftOf = (known: KnownPayment) =>
  PAID - back(known) - known.refunded - sum(known.open) - known.disputed;

export function knownPayment(
  { payer }: PaidShop,
  {
    id,
    kind,
    status,
    linkId = '',
  }: Pick<KnownPayment, 'id' | 'kind' | 'status'> & { linkId?: string },
): KnownPayment {
  const terms = { payment_id: id, fee_amount: FEE };
  const dispute = new PublishedDispute(payer.app.service, payer.app, terms);
  const nothing = { refunded: 0, open: [], returned: false, claim: null, disputed: 0, fee: 0 };
  return { id, linkId, kind, status, dispute, ...nothing };
}

/** What holds after every command, whatever came before. */
export async function assertSound({ payments }: KnownPayments, { payer }: PaidShop): Promise<void> {
  const paid = payments.filter(({ status }) => status === 'EXECUTED');
  const total = (of: (known: KnownPayment) => number) => sum(paid.map(of));
  const gone = total((each) => back(each) + each.refunded);
  const held = total((each) => (each.claim === 'HELD' ? each.disputed + each.fee : 0));
  const lost = total((each) => (each.claim === 'SETTLED' ? each.disputed + each.fee : 0));
  const sending = total(({ open }) => sum(open));
  const taken = paid.length * PAID;
  const kinds = ['settlement', 'disputed', 'payout', 'clearing'] as const;
  expect(await Promise.all(kinds.map((kind) => payer.balance(kind)))).toEqual([
    OPENING_BALANCE + taken - gone - held - lost - sending,
    held,
    sending,
    gone + lost - taken,
  ]);
  const { body } = await payer.app.send<ListPaymentsResponse>('GET /payments?limit=50');
  const shown = new Map(body.payments.map((each) => [each.payment_id, each]));
  const events = await eventsOf(payer.app);
  for (const known of payments) {
    assertPayment(known, shown.get(known.id));
    assertPublished(known, events.get(known.id) ?? []);
  }
}

interface PublishedEvent {
  readonly id: string;
  readonly name: string;
  readonly sequence: number;
}

async function eventsOf(app: TestCustomerApp): Promise<ReadonlyMap<string, PublishedEvent[]>> {
  const rows = await app.rows<PublishedEvent>(
    `SELECT message_key AS id, event_name AS name, sequence FROM outbox
     WHERE topic = 'payments.payment.events.v1' ORDER BY sequence`,
  );
  return Map.groupBy(rows, ({ id }) => id);
}

function assertPayment(known: KnownPayment, shown: PaymentResponse | undefined): void {
  const refunded = shown?.amount_refunded ?? 0;
  expect([shown?.status, refunded]).toEqual([known.status, known.refunded]);
  expect(refunded + sum(known.open) + known.disputed).toBeLessThanOrEqual(PAID);
}

/** Each change once and in order, and the money moved and went back once. */
function assertPublished(known: KnownPayment, events: readonly PublishedEvent[]): void {
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
  const names = events.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const took = names.filter((name) => /executed|status_corrected/.test(name));
  expect(took).toHaveLength(known.status === 'EXECUTED' ? 1 : 0);
  expect(names.includes('payment.returned')).toBe(known.returned);
}

/** What events say of a payment whose mandate is charged; a return comes once. */
export function follow(known: KnownPayment, bankStatus: ChargeBankStatus): void {
  const ended = ['FAILED', 'REVOKED', 'EXECUTED'].includes(known.status);
  if (bankStatus === 'EXECUTED' || bankStatus === 'RETURNED') known.status = 'EXECUTED';
  else if (!ended && (bankStatus === 'FAILED' || bankStatus === 'REVOKED'))
    known.status = bankStatus;
  if (bankStatus === 'RETURNED') known.returned = true;
}

/** A dispute over all that was paid takes what is left of it, and its fee. */
export function contest(known: KnownPayment, claim: Claim): void {
  if (known.claim === claim) return;
  const stays = known.claim === 'HELD' && claim === 'SETTLED';
  const free = Math.max(0, leftOf(known) + known.disputed);
  known.disputed = claim === 'RELEASED' ? 0 : Math.min(free, stays ? known.disputed : PAID);
  known.fee = claim === 'RELEASED' ? 0 : FEE;
  known.claim = claim;
}

/** The bank rejected refunds that were open: a dispute that took less takes what became free. */
export function free(known: KnownPayment): void {
  known.open.splice(0);
  if (known.claim !== 'HELD' && known.claim !== 'SETTLED') return;
  known.disputed += Math.max(0, leftOf(known));
}

/** The code of the refusal of a refund; undefined when it is given. */
export function refusalOf(known: KnownPayment, amount: number): string | undefined {
  if (known.status !== 'EXECUTED') return 'INVALID_PAYMENT_STATUS';
  return known.kind === 'MANUAL' || amount > leftOf(known) ? 'REFUND_NOT_ALLOWED' : undefined;
}
