import { newId, type BillId, type CustomerAppId, type PaymentUserId } from '@towpath/kernel';
import fc from 'fast-check';
import type { BillPayment } from './bill.js';
import { Bill, type BillContent } from './bill.js';

const NOW = new Date('2026-03-02T08:15:30.250Z');
const identity = {
  billId: newId<BillId>(NOW),
  customerAppId: 'app' as CustomerAppId,
  integrationId: 'EXT',
  externalBillId: 'external',
  userId: 'user' as PaymentUserId,
  externalUserId: 'tenant',
};
const content: BillContent = {
  referenceId: 'REF',
  amount: 100,
  currency: 'HKD',
  description: null,
  billDate: null,
  dueDate: new Date('2026-03-15T00:00:00Z'),
  isAutopayEligible: true,
  extMetadata: null,
  metadata: null,
};

interface Known {
  amount: number;
  /** Newest first. */
  payments: BillPayment[];
  /** Once it is there, nothing moves the bill any more. */
  end: 'PAID' | 'CANCELLED' | null;
}
interface Real {
  bill: Bill;
  steps: number;
}
type Command = fc.Command<Known, Real>;

const paidOf = ({ payments }: Known) =>
  payments
    .filter(({ status }) => status === 'EXECUTED')
    .reduce((sum, { keptAmount }) => sum + keptAmount, 0);

/** As if it was read from the database again, which numbers the changes. */
function stored(real: Real): void {
  for (const { sequence } of real.bill.changes) {
    real.steps += 1;
    expect(sequence).toBe(real.steps);
  }
  real.bill = Bill.restore(real.bill.snapshot);
}

/** What holds after every command, whatever came before. */
function assertSound(known: Known, { bill }: Real): void {
  if (!known.end && paidOf(known) >= known.amount) known.end = 'PAID';
  if (known.end) expect(bill.status).toBe(known.end);
  else expect(['UNPAID', 'FAILED']).toContain(bill.status);
  if (known.end) expect(bill.snapshot.autopayAt).toBeNull();
  expect(bill.snapshot.amount).toBe(known.amount);
}

function followed(known: Known, real: Real): void {
  real.bill.follow(known.payments, NOW);
  stored(real);
  real.bill.follow(known.payments, NOW);
  expect(real.bill.isChanged).toBe(false);
  assertSound(known, real);
}

class Pays implements Command {
  constructor(private readonly payment: BillPayment) {}
  check = () => true;
  run(known: Known, real: Real): void {
    known.payments = [this.payment, ...known.payments];
    followed(known, real);
  }
  toString = () => `pays ${this.payment.keptAmount}: ${this.payment.status}`;
}

class Decides implements Command {
  constructor(private readonly status: BillPayment['status']) {}
  check = ({ payments }: Readonly<Known>) => payments.some(({ status }) => status === 'OPEN');
  run(known: Known, real: Real): void {
    const index = known.payments.findIndex(({ status }) => status === 'OPEN');
    known.payments = known.payments.map((each, at) =>
      at === index ? { ...each, status: this.status } : each,
    );
    followed(known, real);
  }
  toString = () => `becomes ${this.status}`;
}

class GoesBack implements Command {
  constructor(private readonly how: Partial<BillPayment>) {}
  check = ({ payments }: Readonly<Known>) => payments.some(({ status }) => status === 'EXECUTED');
  run(known: Known, real: Real): void {
    const last = known.payments.findIndex(({ status }) => status === 'EXECUTED');
    known.payments = known.payments.map((each, at) =>
      at === last ? { ...each, ...this.how, keptAmount: 0 } : each,
    );
    followed(known, real);
  }
  toString = () => `goes back: ${JSON.stringify(this.how)}`;
}

class Changes implements Command {
  constructor(private readonly amount: number) {}
  check = () => true;
  run(known: Known, real: Real): void {
    const change = () => real.bill.change({ ...content, amount: this.amount }, NOW);
    if (known.end && this.amount !== known.amount) {
      expect(change).toThrow(expect.objectContaining({ code: 'INVALID_BILL_STATUS' }) as Error);
    } else {
      change();
      known.amount = this.amount;
    }
    followed(known, real);
  }
  toString = () => `changes to ${this.amount}`;
}

class Withdraws implements Command {
  check = () => true;
  run(known: Known, real: Real): void {
    const withdraw = () => real.bill.withdraw(NOW);
    if (known.end === 'PAID') {
      expect(withdraw).toThrow(expect.objectContaining({ code: 'INVALID_BILL_STATUS' }) as Error);
    } else {
      withdraw();
      known.end = 'CANCELLED';
    }
    followed(known, real);
  }
  toString = () => 'is withdrawn';
}

const amounts = fc.integer({ min: 1, max: 120 });
const statuses = fc.constantFrom('OPEN', 'EXECUTED', 'FAILED', 'CANCELLED');
const payments = fc.record({ keptAmount: amounts, status: statuses, isCharge: fc.boolean() });
const NOT_BACK = { isReturned: false, isGivenBack: false, isDisputed: false, failure: null };
const commands = fc.commands<Known, Real>([
  payments.map((each) => new Pays({ ...each, ...NOT_BACK })),
  statuses.map((status) => new Decides(status)),
  fc
    .constantFrom<Partial<BillPayment>>(
      { isReturned: true },
      { isGivenBack: true },
      { isDisputed: true },
    )
    .map((how) => new GoesBack(how)),
  amounts.map((amount) => new Changes(amount)),
  fc.constant(new Withdraws()),
]);

it('a bill is paid by what covers it and by nothing else, and its ends are final', () => {
  fc.assert(
    fc.property(commands, (asked) => {
      fc.modelRun(() => {
        const real = { bill: Bill.receive(identity, content, NOW), steps: 0 };
        stored(real);
        return { model: { amount: content.amount, payments: [], end: null }, real };
      }, asked);
    }),
    { numRuns: 500 },
  );
});
