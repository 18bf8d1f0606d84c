import { createHmac } from 'node:crypto';
import type { PaymentResponse, RefundResponse } from '@towpath/contracts/payment-link';
import { LedgerVerificationReads } from '../src/processes/ledger-verification/ledger-verification.reads.js';
import { CARDS, linkBody, Payer, setupBody } from './payer.fixture.js';
import { send, type TestCustomerApp } from './payment-link.fixture.js';
import { GATEWAY_SECRET, type TestSandbox } from './sandbox.fixture.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** An app whose money turns back late, and its books on both sides. */
export class LateMoney {
  private offset = 0;
  private calls = 0;

  constructor(
    readonly app: TestCustomerApp,
    readonly sandbox: TestSandbox,
  ) {}

  /** Both clocks, as the API gateway moves them; then what became due here. */
  async advance(ms: number): Promise<void> {
    this.offset += ms;
    await this.sandbox.setClock(this.app.id, this.offset);
    await this.app.moveClock(this.offset);
    await this.app.service.dueJobs.runFor(this.app.id);
  }

  async payLink(card: string = CARDS.good, members: object = {}) {
    const payer = await Payer.of(this.app, this.sandbox, linkBody(members));
    await payer.pay(card);
    const { payment } = await payer.readLink();
    const paymentId = payment?.payment_id ?? '';
    const [row] = await this.app.rows<{ attempt_id: string }>(
      'SELECT attempt_id FROM payments WHERE payment_id = $1',
      [paymentId],
    );
    return { payer, paymentId, reference: row?.attempt_id ?? '' };
  }

  /** By a stored card, without the payer. */
  async charge() {
    const payer = await Payer.of(this.app, this.sandbox, setupBody());
    await payer.pay(CARDS.good);
    const { payment_method: method, sender } = await payer.reaches('COMPLETE');
    await this.app.send(`POST /payment_users/${sender?.user_id}`, { autopay_consent: true });
    const { body } = await this.app.send<PaymentResponse>('POST /payments', {
      amount: 12_500,
      currency: 'HKD',
      payment_method_id: method?.payment_method_id,
      payment_details: { description: 'Rent', external_transaction_reference: 'INV-9' },
    });
    return { paymentId: body.payment_id, reference: body.payment_id };
  }

  refund(paymentId: string, body: object = {}) {
    this.calls += 1;
    return send<RefundResponse>(this.app.service.publicUrl, {
      route: `POST /payments/${paymentId}/refunds`,
      token: this.app.token,
      body,
      headers: { 'idempotency-key': `refund-${this.calls}` },
    });
  }

  async payment(paymentId: string): Promise<PaymentResponse> {
    return (await this.app.send<PaymentResponse>(`GET /payments/${paymentId}`)).body;
  }

  /** The gateway calls about the charge under a new event ID, with the same content. */
  async callAgain(reference: string): Promise<void> {
    this.calls += 1;
    const event = { event_id: `evt_again_${reference}_${this.calls}`, event: 'capture_failed' };
    const body = JSON.stringify({ ...event, reference, customer_app_id: this.app.id });
    const seconds = Math.floor(Date.now() / SECOND_MS);
    const mac = createHmac('sha256', GATEWAY_SECRET).update(`${seconds}.${body}`).digest('hex');
    const { status } = await send(this.app.service.publicUrl, {
      route: 'POST /callbacks/cards/gw1',
      body,
      headers: { 'gw-signature': `t=${seconds},v1=${mac}` },
    });
    if (status !== 200) throw new Error(`call-back: ${status}`);
  }

  /** Transfers in the ledger: kind and amount, in order. */
  async transfers(): Promise<string[]> {
    const rows = await this.app.rows<{ kind: string; amount: number }>(
      'SELECT kind, amount FROM ledger_transfers ORDER BY ledger_transfer_id',
    );
    return rows.map(({ kind, amount }) => `${kind} ${amount}`).toSorted();
  }

  /** Published events whose name starts so, in order. */
  async events(start: string): Promise<string[]> {
    const rows = await this.app.rows<{ event_name: string }>(
      'SELECT event_name FROM outbox WHERE event_name LIKE $1 ORDER BY position',
      [`${start}%`],
    );
    return rows.map(({ event_name: name }) => name);
  }

  /** What the rules of the ledger and the comparison with the gateway find; nothing is right. */
  async findings(): Promise<unknown[]> {
    await this.advance(2 * 60 * MINUTE_MS);
    await this.advance(2 * DAY_MS);
    const ledger = this.app.service.app.get(LedgerVerificationReads, { strict: false });
    const differences = await this.app.rows(
      'SELECT side, kind FROM reconciliation_differences WHERE closed_at IS NULL',
    );
    const settled = await this.app.rows('SELECT 1 FROM settled_entries LIMIT 1');
    const unread = settled.length === 0 ? ['no settlement was read'] : [];
    return [...(await ledger.verify(this.app.id)), ...differences, ...unread];
  }
}
