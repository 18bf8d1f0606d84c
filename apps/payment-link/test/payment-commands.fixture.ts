import type { ErrorEnvelope } from '@towpath/contracts';
import type { PaymentResponse, RefundResponse } from '@towpath/contracts/payment-link';
import { newId, type ChargeBankStatus, type Id, type PaymentId } from '@towpath/kernel';
import fc from 'fast-check';
import { NO_UPDATE } from '../src/debit/mandate-charges/charge-update.js';
import { MandateChargesService } from '../src/debit/mandate-charges/mandate-charges.service.js';
import { linkBody, Payer as Shopper } from './payer.fixture.js';
import { send } from './payment-link.fixture.js';
import {
  assertSound,
  contest,
  follow,
  free,
  knownPayment,
  leftOf,
  PAID,
  refusalOf,
  sum,
  type BankWord,
  type Claim,
  type KnownPayment,
  type KnownPayments,
  type PaidShop,
} from './payment-model.fixture.js';
import type { TestSandbox } from './sandbox.fixture.js';

type Command = fc.AsyncCommand<KnownPayments, PaidShop>;

async function pick(
  { payments }: KnownPayments,
  index: number,
  work: (known: KnownPayment) => Promise<void>,
): Promise<void> {
  const known = payments[index % payments.length];
  if (known) await work(known);
}

class PaysByCard implements Command {
  check = () => true;
  async run(model: KnownPayments, real: PaidShop): Promise<void> {
    const shopper = await Shopper.of(real.payer.app, {} as TestSandbox, linkBody());
    const { body } = await shopper.select();
    await shopper.submitToken(body.attempt_id, { token: 'tok', last4: '4242' });
    const id = (await shopper.readLink()).payment?.payment_id ?? '';
    model.payments.push(knownPayment(real, { id, kind: 'CARD', status: 'EXECUTED' }));
    await assertSound(model, real);
  }
  toString = () => 'pays by card';
}

class ChoosesTransfer implements Command {
  check = () => true;
  async run(model: KnownPayments, real: PaidShop): Promise<void> {
    const shopper = await Shopper.of(real.payer.app, {} as TestSandbox, linkBody());
    await shopper.call('POST /select_payment_method', {
      payment_account_id: real.payer.senderAccountId,
      payment_method_type: 'MANUAL',
    });
    const id = (await shopper.readLink()).payment?.payment_id ?? '';
    const { linkId } = shopper;
    model.payments.push(knownPayment(real, { id, linkId, kind: 'MANUAL', status: 'CREATED' }));
    await assertSound(model, real);
  }
  toString = () => 'chooses a transfer';
}

class Charges implements Command {
  constructor(private readonly bankStatus: ChargeBankStatus) {}
  check = () => true;
  async run(model: KnownPayments, real: PaidShop): Promise<void> {
    const { payer, mandates } = real;
    const mandate_id = newId<Id<'Mandate'>>(new Date());
    mandates.records.set(mandate_id, {
      mandate_id,
      payment_method_id: newId<Id<'PaymentMethod'>>(new Date()),
      status: 'SUCCEEDED',
      live: false,
      user_id: payer.userId,
      sender_type: 'INDIVIDUAL',
      recipient_account_id: payer.senderAccountId,
      sender_account_id: payer.recipientAccountId,
      mandate_details: { currency: 'HKD' },
    });
    const order = { amount: PAID, currency: 'HKD', payment_details: { mandate_id } };
    mandates.bankStatus = this.bankStatus;
    const { body } = await payer.app.send<PaymentResponse>('POST /payments', order);
    mandates.bankStatus = 'PENDING';
    const known = knownPayment(real, { id: body.payment_id, kind: 'MANDATE', status: 'SUBMITTED' });
    follow(known, this.bankStatus);
    model.payments.push(known);
    await assertSound(model, real);
  }
  toString = () => `charges: ${this.bankStatus}`;
}

class Reports implements Command {
  constructor(
    private readonly bankStatus: ChargeBankStatus,
    private readonly index: number,
  ) {}
  check = ({ payments }: Readonly<KnownPayments>) =>
    payments.some(({ kind }) => kind === 'MANDATE');
  async run(model: KnownPayments, real: PaidShop): Promise<void> {
    const { app } = real.payer;
    const debits = { payments: model.payments.filter(({ kind }) => kind === 'MANDATE') };
    await pick(debits, this.index, async (known) => {
      const update = { ...NO_UPDATE, bankStatus: this.bankStatus };
      const charges = app.service.app.get(MandateChargesService, { strict: false });
      await app.service.transactions.forApp(app.id, (tx) =>
        charges.applyUpdate(tx, known.id as PaymentId, update),
      );
      if (!known.returned) follow(known, this.bankStatus);
    });
    await assertSound(model, real);
  }
  toString = () => `hears ${this.bankStatus} of ${this.index}`;
}

class SetsStatus implements Command {
  constructor(private readonly index: number) {}
  check = ({ payments }: Readonly<KnownPayments>) => payments.length > 0;
  async run(model: KnownPayments, real: PaidShop): Promise<void> {
    await pick(model, this.index, async (known) => {
      const route = `POST /testing/payments/${known.id}/status`;
      const answer = await real.payer.app.send<Partial<ErrorEnvelope>>(route, {
        status: 'EXECUTED',
      });
      const { status, body } = answer;
      const ended = known.kind === 'MANUAL' ? 'INVALID_PAYMENT_STATUS' : 'INVALID_REQUEST';
      const works = known.kind === 'MANUAL' && known.status === 'CREATED';
      expect([status, body.error?.error_code]).toEqual(works ? [200, undefined] : [400, ended]);
      if (works) known.status = 'EXECUTED';
    });
    await assertSound(model, real);
  }
  toString = () => `sets the status of ${this.index}`;
}

class CancelsLink implements Command {
  constructor(private readonly index: number) {}
  check = ({ payments }: Readonly<KnownPayments>) => payments.some(({ linkId }) => linkId !== '');
  async run(model: KnownPayments, real: PaidShop): Promise<void> {
    const linked = { payments: model.payments.filter(({ linkId }) => linkId !== '') };
    await pick(linked, this.index, async (known) => {
      const { status } = await real.payer.app.send(`POST /payment_links/${known.linkId}/cancel`);
      if (known.status === 'CREATED') expect(status).toBe(200);
      if (known.status === 'CREATED') known.status = 'CANCELLED';
    });
    await assertSound(model, real);
  }
  toString = () => `cancels the link of ${this.index}`;
}

class Refunds implements Command {
  constructor(
    private readonly amount: number,
    private readonly index: number,
  ) {}
  check = ({ payments }: Readonly<KnownPayments>) => payments.length > 0;
  async run(model: KnownPayments, real: PaidShop): Promise<void> {
    const { amount, index } = this;
    await pick(model, index, async (known) => {
      const { status, body } = await send<RefundResponse & Partial<ErrorEnvelope>>(
        real.payer.app.service.publicUrl,
        {
          route: `POST /payments/${known.id}/refunds`,
          token: real.payer.app.token,
          body: { amount },
          headers: { 'idempotency-key': newId<Id<'Key'>>(new Date()) },
        },
      );
      const refused = refusalOf(known, amount);
      if (refused) return expect([status, body.error?.error_code]).toEqual([400, refused]);
      if (known.kind === 'CARD') known.refunded += amount;
      else known.open.push(amount);
      expect([status, body.status]).toEqual([
        200,
        known.kind === 'CARD' ? 'EXECUTED' : 'SUBMITTED',
      ]);
    });
    await assertSound(model, real);
  }
  toString = () => `refunds ${this.amount} of ${this.index}`;
}

const OUTCOMES = { HELD: 'ACTION_REQUIRED', RELEASED: 'WON', SETTLED: 'LOST' } as const;

class Disputes implements Command {
  constructor(
    private readonly claim: Claim,
    private readonly index: number,
  ) {}
  check = ({ payments }: Readonly<KnownPayments>) =>
    payments.some(({ status }) => status === 'EXECUTED');
  async run(model: KnownPayments, real: PaidShop): Promise<void> {
    const executed = { payments: model.payments.filter(({ status }) => status === 'EXECUTED') };
    await pick(executed, this.index, async (known) => {
      await known.dispute.moves(OUTCOMES[this.claim]);
      contest(known, this.claim);
    });
    await assertSound(model, real);
  }
  toString = () => `dispute of ${this.index} is ${this.claim}`;
}

class BankSays implements Command {
  constructor(private readonly word: BankWord) {}
  check = ({ payments }: Readonly<KnownPayments>) => payments.some(({ open }) => open.length > 0);
  async run(model: KnownPayments, real: PaidShop): Promise<void> {
    await real.bankSays(this.word);
    for (const known of model.payments) {
      if (this.word === 'EXECUTED') known.refunded += sum(known.open.splice(0));
      if (this.word === 'REJECTED') free(known);
    }
    await assertSound(model, real);
  }
  toString = () => `the bank says ${this.word} to refunds`;
}

const indices = fc.nat(20);
const statuses = fc.constantFrom<ChargeBankStatus[]>(
  ...(['PENDING', 'EXECUTED', 'FAILED', 'REVOKED', 'RETURNED'] as const),
);

/** A payment of each kind whose money can go back. */
export async function firstPayments(model: KnownPayments, real: PaidShop): Promise<void> {
  await new PaysByCard().run(model, real);
  await new Charges('EXECUTED').run(model, real);
}

/** The first debit is returned, which is reported twice; of each payment the rest is refunded. */
export async function endsWithNothingLeft(model: KnownPayments, real: PaidShop): Promise<void> {
  for (let time = 0; time < 2; time += 1) await new Reports('RETURNED', 0).run(model, real);
  for (const [index, known] of model.payments.entries()) {
    const left = leftOf(known);
    await new Refunds(Math.max(0, left) + 1, index).run(model, real);
    if (left > 0) await new Refunds(left, index).run(model, real);
  }
}

/** Everything that moves a payment or its money. */
export const paymentCommands = fc.commands<KnownPayments, PaidShop, false>(
  [
    fc.constant(new PaysByCard()),
    fc.constant(new ChoosesTransfer()),
    statuses.map((bankStatus) => new Charges(bankStatus)),
    fc.tuple(statuses, indices).map(([bankStatus, index]) => new Reports(bankStatus, index)),
    indices.map((index) => new SetsStatus(index)),
    indices.map((index) => new CancelsLink(index)),
    fc
      .tuple(fc.integer({ min: 1, max: 9_000 }), indices)
      .map(([amount, index]) => new Refunds(amount, index)),
    fc
      .tuple(fc.constantFrom<Claim[]>('HELD', 'RELEASED', 'SETTLED'), indices)
      .map(([claim, index]) => new Disputes(claim, index)),
    fc.constantFrom<BankWord[]>('EXECUTED', 'REJECTED', 'SILENT').map((word) => new BankSays(word)),
  ],
  { maxCommands: 20, size: 'max' },
);
