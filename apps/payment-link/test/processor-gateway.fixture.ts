import { newId, type CustomerAppId } from '@towpath/kernel';
import {
  type CardGatewayConnector,
  CardGatewayRegistry,
  type ProcessorEntry,
  type ProcessorPayout,
  type SettlementPage,
  type SettlementRange,
  type SettlingAccount,
} from '../src/cards/card-gateways/ports.js';
import { LedgerVerificationReads } from '../src/processes/ledger-verification/ledger-verification.reads.js';
import { CARDS, linkBody, Payer } from './payer.fixture.js';
import { send, type TestCustomerApp, type TestPaymentLink } from './payment-link.fixture.js';
import { PreparingGateway } from './preparing-gateway.fixture.js';
import type { TestSandbox } from './sandbox.fixture.js';

const HOUR_MS = 3_600_000;
/** Of each charge and dispute. Minor units. */
export const FEE = 400;
const PAGE = 3;

type Change = (entry: ProcessorEntry) => readonly ProcessorEntry[];

/** A gateway that keeps what it captured, and lists its fees and payouts. */
export class ProcessorGateway extends PreparingGateway {
  override readonly connector = 'processor';
  override readonly settles = 'at_processor';
  readonly named = { card_connector: 'processor' };
  /** Entries that no call of ours made. */
  readonly own: ProcessorEntry[] = [];
  readonly payouts: ProcessorPayout[] = [];
  /** Plants a difference into what is listed. */
  plant: Change = (entry) => [entry];
  /** How many minor units of the account one of the payment is, and the account's currency. */
  exchange: { readonly rate: number; readonly currency: string } | null = null;
  private readonly paidOut = new Map<string, string>();
  private ordinal = 0;

  connectTo(service: TestPaymentLink): void {
    const registry = service.app.get(CardGatewayRegistry);
    const others = registry.all().filter(({ connector }) => connector !== this.connector);
    const all: readonly CardGatewayConnector[] = [...others, this];
    Object.assign(registry, new CardGatewayRegistry(all));
  }

  /** All that the processor ever moved for the app, as it lists it. */
  entriesOf(customerAppId: string): ProcessorEntry[] {
    const ofApp = this.intents.filter(({ request }) => request.customerAppId === customerAppId);
    const taken = ofApp.flatMap(({ entries }) => entries).map((entry) => this.converted(entry));
    return [...taken, ...this.own]
      .flatMap((entry) => this.plant(entry))
      .map((entry) => ({
        ...entry,
        payoutReference: this.paidOut.get(entry.entryId) ?? null,
      }));
  }

  add(members: Partial<ProcessorEntry> & Pick<ProcessorEntry, 'kind' | 'amount'>): ProcessorEntry {
    this.ordinal += 1;
    const fee = members.fee ?? 0;
    const raises = ['CREDIT', 'REVERSED', 'CHARGE'].some((word) => members.kind.endsWith(word));
    const entry: ProcessorEntry = {
      ...{ entryId: `txn_own_${this.ordinal}`, reference: null, paymentId: null, currency: 'HKD' },
      gatewayReference: null,
      ...{ fee, net: (raises ? 1 : -1) * members.amount - fee, presentment: null },
      ...{ payoutReference: null, settledAt: new Date() },
      ...members,
    };
    this.own.push(entry);
    return entry;
  }

  /** Pays out all that no payout contains yet. */
  payOut(customerAppId: string, members: Partial<ProcessorPayout> = {}): ProcessorPayout {
    this.ordinal += 1;
    const reference = `po_${this.ordinal}`;
    const open = this.entriesOf(customerAppId).filter(({ payoutReference: name }) => name === null);
    for (const { entryId } of open) this.paidOut.set(entryId, reference);
    const amount = open.reduce((sum, { net }) => sum + net, 0);
    const currency = open[0]?.currency ?? 'HKD';
    const payout: ProcessorPayout = {
      ...{ reference, status: 'PAID', amount, currency, others: 0, failure: null },
      startedAt: new Date(),
      ...members,
    };
    this.payouts.push(payout);
    return payout;
  }

  /** The bank sent it back: the processor has the money again, for its next payout. */
  failPayout({ reference, amount }: ProcessorPayout): void {
    const index = this.payouts.findIndex((payout) => payout.reference === reference);
    const [payout] = this.payouts.splice(index, 1);
    if (payout) this.payouts.push({ ...payout, status: 'FAILED', failure: 'account_closed' });
    this.add({ kind: 'PAYOUT_REVERSED', amount, reference });
  }

  override settlement(
    { customerAppId }: SettlingAccount,
    { from, to, after }: SettlementRange,
  ): Promise<SettlementPage> {
    const start = Number(after ?? 0);
    const listed = this.entriesOf(customerAppId).filter(
      ({ settledAt, payoutReference }) =>
        payoutReference !== null || (settledAt >= from && settledAt < to),
    );
    const entries = listed.slice(start, start + PAGE);
    const next = start + PAGE < listed.length ? String(start + PAGE) : null;
    // The first page has the payouts, before their entries.
    return Promise.resolve({ entries, payouts: start === 0 ? this.payouts : [], next });
  }

  private converted({ kind, ...entry }: PreparingGateway['intents'][number]['entries'][number]) {
    const { exchange } = this;
    const isSame = exchange === null || exchange.currency === entry.currency;
    const { rate, currency } = isSame ? { rate: 1, currency: entry.currency } : exchange;
    const amount = Math.round(entry.amount * rate);
    const fee = kind === 'CHARGE' ? FEE : 0;
    const raises = kind === 'CHARGE' || kind === 'REFUND_REVERSED';
    return {
      ...entry,
      ...{ kind, amount, currency, fee, net: (raises ? amount : -amount) - fee },
      presentment: isSame ? null : { amount: entry.amount, currency: entry.currency, rate },
      payoutReference: null,
    };
  }
}

/** A processor at which payers type their cards. */
interface CardProcessor {
  /** What a settlement account says of it. */
  readonly named: object;
  tokenize(number: string): string | Promise<string>;
}

/** An app whose card processor keeps the money, and what its books have. */
export class ProcessorApp<G extends CardProcessor = ProcessorGateway> {
  /** That payers type. */
  card: string = CARDS.good;
  private offset = 0;

  private constructor(
    readonly app: TestCustomerApp,
    readonly gateway: G,
    readonly accountId: string,
  ) {}

  static async of<F extends CardProcessor>(
    service: TestPaymentLink,
    gateway: F,
    currency = 'HKD',
  ): Promise<ProcessorApp<F>> {
    const app = await service.customerApp([]);
    const account = await app.settlementAccount(currency, gateway.named);
    const own = new ProcessorApp(app, gateway, account);
    await service.dueJobs.runFor(app.id);
    return own;
  }

  get id(): CustomerAppId {
    return this.app.id;
  }

  /** A card payment. Returns its ID. */
  async pay(amount = 12_500, currency = 'HKD'): Promise<string> {
    const payer = await Payer.of(this.app, {} as TestSandbox, linkBody({ amount, currency }));
    const { body } = await payer.select();
    const card = { token: await this.gateway.tokenize(this.card), last4: this.card.slice(-4) };
    await payer.submitToken(body.attempt_id, card);
    const { payment } = await payer.readLink();
    if (payment?.status !== 'EXECUTED') throw new Error(`payment is ${payment?.status}`);
    return payment.payment_id;
  }

  async refund(paymentId: string, amount: number): Promise<void> {
    const { body } = await send<{ status?: string }>(this.app.service.publicUrl, {
      route: `POST /payments/${paymentId}/refunds`,
      token: this.app.token,
      body: { amount },
      headers: { 'idempotency-key': newId(new Date()) },
    });
    if (body.status !== 'EXECUTED') throw new Error(`refund: ${JSON.stringify(body)}`);
  }

  /** The app's clock moves on, and what became due is done: the settlement is read. */
  async advance(hours = 2): Promise<void> {
    this.offset += hours * HOUR_MS;
    await this.app.moveClock(this.offset);
    await this.app.service.dueJobs.runFor(this.app.id);
  }

  /** Ledger accounts that hold something: `at_processor HKD 100`, without clearing. */
  async balances(): Promise<string[]> {
    const ledger = this.app.service.app.get(LedgerVerificationReads, { strict: false });
    const all = await ledger.balances(this.app.id, null);
    return all
      .map(({ ledger_account: name, ...row }) => ({ kind: name.split(':')[0], ...row }))
      .filter(({ kind, balance }) => balance !== 0 && kind !== 'clearing')
      .map(({ kind, currency, balance }) => `${kind} ${currency} ${balance}`)
      .toSorted();
  }

  /** What the rules of the ledger find. */
  verify() {
    const ledger = this.app.service.app.get(LedgerVerificationReads, { strict: false });
    return ledger.verify(this.app.id);
  }

  /** Open differences. */
  async differences() {
    const rows = await this.app.rows<{
      side: string;
      kind: string;
      subject: string;
      theirs: readonly { readonly entryId: string; readonly amount: number }[];
    }>(
      `SELECT side, kind, subject, theirs FROM reconciliation_differences
       WHERE closed_at IS NULL ORDER BY side, kind`,
    );
    return rows;
  }

  async kinds(): Promise<string[]> {
    return (await this.differences()).map(({ side, kind }) => `${side} ${kind}`);
  }
}
