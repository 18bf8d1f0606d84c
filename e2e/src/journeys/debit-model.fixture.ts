import type { TestMandateDecision } from '@towpath/contracts/mandate';

const SECOND = 1_000;
const TWO_DAYS = 2 * 86_400 * SECOND;
const MINUTE = 60 * SECOND;

export interface ModelTerms {
  /** Last digits of the account number: they decide what the bank does. */
  readonly ending: string;
  readonly perCharge: number;
  readonly perPeriod: number;
  readonly chargesInPeriod: number;
  readonly period: 'DAILY' | 'MONTHLY' | 'YEARLY';
}

export interface ModelCharge {
  readonly paymentId: string;
  readonly amount: number;
  readonly askedAt: number;
  readonly period: string;
  status: string;
  returned: boolean;
}

/** Where the calendar period begins in the text of an instant. */
const PERIOD_LENGTH = { DAILY: 10, MONTHLY: 7, YEARLY: 4 } as const;
const LASTS = ['AUTHORIZATION_REQUIRED', 'SUCCEEDED'];
/** Where a statement of the customer app still stands. */
const STANDS = { consent: ['SUBMITTED', 'SUCCEEDED'], refusal: ['CANCELLED'] } as const;

/**
 * A mandate and its charges as the documents tell of them. Commands answer the code of the refusal,
 * null when there is none. It knows nothing of requests, transactions or messages.
 */
export class DebitModel {
  status = 'AUTHORIZATION_REQUIRED';
  consents = false;
  readonly charges: ModelCharge[] = [];
  /** What the customer app stated about the consent of the payer, once it was taken. */
  private stated: keyof typeof STANDS | null = null;
  private now = 0;
  private today = '';
  private sentAt = 0;
  private acceptedAt = 0;

  constructor(
    private readonly terms: ModelTerms,
    now: string,
  ) {
    this.tick(now);
  }

  authorize(consent: boolean): string | null {
    const statement = consent ? 'consent' : 'refusal';
    if (this.stated === statement && STANDS[statement].some((each) => each === this.status)) {
      return null;
    }
    if (this.status !== 'AUTHORIZATION_REQUIRED') return 'INVALID_MANDATE_STATUS';
    this.stated = statement;
    this.status = consent ? 'SUBMITTED' : 'CANCELLED';
    this.sentAt = this.now;
    return null;
  }

  decide(decision: TestMandateDecision): string | null {
    if (this.status === decision) return null;
    const before = decision === 'REVOKED' ? 'SUCCEEDED' : 'SUBMITTED';
    if (this.status !== before) return 'INVALID_MANDATE_STATUS';
    if (decision === 'REVOKED') this.end('REVOKED');
    else this.status = decision;
    this.acceptedAt = this.now;
    return null;
  }

  cancel(): string | null {
    if (!LASTS.includes(this.status)) return 'INVALID_PAYMENT_METHOD_STATUS';
    this.end('CANCELLED');
    return null;
  }

  /** Why a charge of this amount is refused at this moment. */
  objection(amount: number): string | null {
    if (!this.consents) return 'AUTOPAY_CONSENT_REQUIRED';
    if (this.status !== 'SUCCEEDED') return 'INVALID_MANDATE_STATUS';
    const { perCharge, perPeriod, chargesInPeriod } = this.terms;
    const counted = this.counted().filter(({ period }) => period === this.period);
    const fits =
      amount <= perCharge &&
      sum(counted) + amount <= perPeriod &&
      counted.length + 1 <= chargesInPeriod;
    return fits ? null : 'TRANSACTION_LIMIT_EXCEEDED';
  }

  charge(paymentId: string, amount: number): void {
    const { now: askedAt, period } = this;
    const status = 'SUBMITTED';
    this.charges.push({ paymentId, amount, askedAt, period, status, returned: false });
  }

  /** The clock was moved; everything that became due has happened. */
  advance(now: string): void {
    this.tick(now);
    if (this.status === 'SUBMITTED') this.bankDecides();
    for (const each of this.charges) this.settle(each);
    const withdrawn = this.terms.ending === '0004' && this.now - this.acceptedAt >= MINUTE;
    if (withdrawn && this.status === 'SUCCEEDED') this.end('REVOKED');
  }

  /** What is taken of the limits, over all periods. */
  used(): { readonly amount: number; readonly count: number } {
    const counted = this.counted();
    return { amount: sum(counted), count: counted.length };
  }

  private bankDecides(): void {
    if (this.terms.ending === '0003') return;
    this.status = this.terms.ending === '0002' ? 'FAILED' : 'SUCCEEDED';
    this.acceptedAt = this.sentAt + SECOND;
  }

  private settle(charge: ModelCharge): void {
    const { ending } = this.terms;
    if (charge.status === 'SUBMITTED' && ending !== '0004') {
      charge.status = ending === '0005' ? 'FAILED' : 'EXECUTED';
    }
    const isOld = this.now - charge.askedAt > TWO_DAYS + SECOND;
    if (ending === '0006' && charge.status === 'EXECUTED' && isOld) charge.returned = true;
  }

  /** What was not paid by then never will be. */
  private end(status: 'REVOKED' | 'CANCELLED'): void {
    this.status = status;
    for (const charge of this.charges) {
      if (charge.status === 'SUBMITTED') charge.status = 'REVOKED';
    }
  }

  private counted(): readonly ModelCharge[] {
    return this.charges.filter(
      ({ status, returned }) => !returned && ['SUBMITTED', 'EXECUTED'].includes(status),
    );
  }

  private get period(): string {
    return this.today.slice(0, PERIOD_LENGTH[this.terms.period]);
  }

  private tick(now: string): void {
    this.today = now;
    this.now = Date.parse(now);
  }
}

const sum = (charges: readonly ModelCharge[]): number =>
  charges.reduce((total, { amount }) => total + amount, 0);
