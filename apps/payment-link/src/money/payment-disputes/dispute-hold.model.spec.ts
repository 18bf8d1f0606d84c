import {
  newId,
  type CustomerAppId,
  type DisputeId,
  type PaymentAccountId,
  type PaymentId,
} from '@towpath/kernel';
import fc from 'fast-check';
import { DisputeHold, limitsOf, type DisputeTransferKind } from './dispute-hold.js';
import type { DisputeHoldState } from './dispute-hold.transitions.js';

const AT = new Date('2031-03-01T12:00:00.000Z');
const PAID = 100;
const FEE = 3;

/** What each transfer does to what the shop is owed, and to what is disputed. */
const EFFECTS: Readonly<Record<DisputeTransferKind, readonly [number, number]>> = {
  DISPUTE_HOLD: [-1, 1],
  DISPUTE_FEE_HOLD: [-1, 1],
  DISPUTE_RELEASE: [1, -1],
  DISPUTE_FEE_RELEASE: [1, -1],
  DISPUTE_LOSS: [0, -1],
  DISPUTE_FEE: [0, -1],
  DISPUTE_LOSS_REVERSAL: [1, 0],
  DISPUTE_FEE_REVERSAL: [1, 0],
};

/** Three disputes of one payment, which is refunded and returned meanwhile. */
class Model {
  readonly holds = new Map<number, DisputeHold>();
  readonly refunds: number[] = [];
  givenBack = 0;
  owed = PAID;
  disputed = 0;

  /** The consumer of one event. */
  follow(index: number, event: { to: DisputeHoldState; amount: number; currency: string }): void {
    const { to, amount, currency } = event;
    const sumOf = (status: DisputeHoldState) => this.sum(status, index);
    const money = {
      currency: 'HKD',
      paid: PAID,
      givenBack: this.givenBack,
      heldElsewhere: sumOf('HELD'),
      settledElsewhere: sumOf('SETTLED'),
    };
    const known = this.holds.get(index);
    const hold = known ? DisputeHold.restore(known.snapshot) : DisputeHold.start(terms(), AT);
    const limits = limitsOf({ amount, currency, fee: FEE }, money);
    this.book(hold.follow({ to, ...limits, at: AT }));
    this.holds.set(index, hold);
    this.raise();
  }

  private book(postings: ReturnType<DisputeHold['follow']>): void {
    expect(new Set(postings.map(({ kind }) => kind)).size).toBe(postings.length);
    for (const { kind, amount: moved } of postings) {
      expect(moved).toBeGreaterThan(0);
      const [owed, disputed] = EFFECTS[kind];
      this.owed += owed * moved;
      this.disputed += disputed * moved;
    }
  }

  get free(): number {
    return PAID - this.givenBack - this.sum('HELD') - this.sum('SETTLED');
  }

  private raise(): void {
    for (const hold of this.holds.values()) {
      this.book(hold.raise(hold.snapshot.amount + this.free, AT));
    }
  }

  /** The last refund fails. */
  failRefund(): void {
    const failed = this.refunds.pop() ?? 0;
    this.givenBack -= failed;
    this.owed += failed;
    this.raise();
  }

  get short(): readonly DisputeHold[] {
    return [...this.holds.values()].filter(
      ({ snapshot: { status, asked, amount } }) => status !== 'RELEASED' && amount < asked,
    );
  }

  /** As the reservation of a refund looks at what is left. */
  refund(amount: number): void {
    if (amount > this.free) return;
    this.refunds.push(amount);
    this.givenBack += amount;
    this.owed -= amount;
  }

  sum(status: DisputeHoldState, except?: number): number {
    return [...this.holds]
      .filter(([index, hold]) => index !== except && hold.snapshot.status === status)
      .reduce((total, [, { snapshot }]) => total + snapshot.amount, 0);
  }

  fees(...statuses: DisputeHoldState[]): number {
    return [...this.holds.values()]
      .filter(({ snapshot }) => statuses.includes(snapshot.status))
      .reduce((total, { snapshot }) => total + snapshot.fee, 0);
  }
}

function terms() {
  return {
    disputeId: newId<DisputeId>(AT),
    customerAppId: newId<CustomerAppId>(AT),
    paymentId: newId<PaymentId>(AT),
    recipientAccountId: newId<PaymentAccountId>(AT),
    currency: 'HKD',
  };
}

const event = fc.record({
  index: fc.nat({ max: 2 }),
  to: fc.constantFrom<DisputeHoldState>('HELD', 'RELEASED', 'SETTLED'),
  amount: fc.integer({ min: 1, max: PAID + 20 }),
  currency: fc.constantFrom('HKD', 'USD'),
});
const steps = fc.array(fc.oneof(event, fc.integer({ min: 1, max: PAID }), fc.constant(0)), {
  maxLength: 25,
});

it.each([
  ['HKD', 40, 40],
  ['USD', 40, PAID],
  ['HKD', 0, 0],
  ['USD', 0, 0],
])('a claim of %s %i asks for %i of the payment', (currency, amount, asked) => {
  const money = { givenBack: 0, heldElsewhere: 0, settledElsewhere: 0 };
  const payment = { ...money, currency: 'HKD', paid: PAID };
  expect(limitsOf({ amount, currency, fee: 0 }, payment).asked.amount).toBe(asked);
});

it('refunds and disputes never give back more than was paid, and the books match the holds', () => {
  fc.assert(
    fc.property(steps, (each) => {
      const model = new Model();
      for (const step of each) {
        if (step === 0) model.failRefund();
        else if (typeof step === 'number') model.refund(step);
        else model.follow(step.index, step);
        const taken = model.sum('HELD') + model.sum('SETTLED');
        expect(model.givenBack + taken).toBeLessThanOrEqual(PAID);
        if (model.free > 0) expect(model.short).toEqual([]);
        expect(model.disputed).toBe(model.sum('HELD') + model.fees('HELD'));
        const gone = model.givenBack + taken + model.fees('HELD', 'SETTLED');
        expect(model.owed).toBe(PAID - gone);
      }
    }),
    { numRuns: 300 },
  );
});
