import type {
  Attempt,
  AttemptError,
  CardToken,
  HostedView,
} from '../../src/pages/pay/api/hosted-view.js';
import { FakeRecord, type Made } from './fake-record.js';
import { ORDINARY_LINK, type Scenario, type SubmitOutcome } from './scenarios.js';

/** Of these nothing reaches the link. */
const NOT_TAKEN: ReadonlySet<SubmitOutcome> = new Set([
  'request_lost',
  'rate_limited',
  'method_ended',
]);
const POLLS_UNTIL_CONFIRMED = 2;

/** What an attempt is with. */
export type Used = Pick<Attempt, 'payment_method_type' | 'card' | 'sender_account'>;

export function usedCard({ brand, last4 }: Pick<CardToken, 'brand' | 'last4'>): Used {
  return { payment_method_type: 'CARD', card: { brand, last4 } };
}

/** One that is set up for this payment. */
const NEW_DEBIT: Used = { payment_method_type: 'MANDATE' };

/** A payment link. */
export class FakePaymentLink extends FakeRecord<HostedView, Scenario> {
  submits = 0;
  selects = 0;
  /** As it was chosen last. */
  chosen: { readonly payment_method_type?: unknown; readonly payment_method_id?: unknown } = {};
  private debitIsGiven: (() => boolean) | null = null;
  private pollsLeft = Number.POSITIVE_INFINITY;

  constructor(
    made: Made<HostedView, Scenario>,
    readonly at: Readonly<Record<'gateway' | 'fields', { readonly origin: string }>>,
  ) {
    super(made, ORDINARY_LINK);
    this.change({ payment_link_id: made.token.split('.')[1] ?? '' });
  }

  view(): HostedView {
    if (this.debitIsGiven?.()) {
      this.debitIsGiven = null;
      this.submit(this.attemptId, NEW_DEBIT);
    }
    if (this.current().session_status === 'PROCESSING') {
      this.pollsLeft -= 1;
      if (this.pollsLeft <= 0) this.succeed();
    }
    return this.current();
  }

  /** A new attempt, or null when the link takes none. */
  select(): string | null {
    const { status, session_status } = this.current();
    if (status !== 'CREATED' || session_status === 'PROCESSING') return null;
    this.selects += 1;
    return this.attemptId;
  }

  /** Of the attempt that was selected last; minor units. */
  get surcharge(): number | undefined {
    const { surcharge, laterSurcharge = surcharge } = this.scenario;
    return this.selects > 1 ? laterSurcharge : surcharge;
  }

  private get attemptId(): string {
    return `attempt-${this.current().payment_link_id}-${this.selects}`;
  }

  /** The attempt is submitted by its mandate: as soon as the payer has given everything. */
  waitForDebit(isGiven: () => boolean): void {
    this.debitIsGiven = isGiven;
    const attempt = { attempt_id: this.attemptId, status: 'AUTHORIZATION_REQUIRED' };
    this.change({ attempt: { ...attempt, ...NEW_DEBIT } });
  }

  /** The saved method was refused for good. */
  get savedHasEnded(): boolean {
    return this.submits > 0 && this.scenario.submits?.[0] === 'method_ended';
  }

  submit(attempt_id: string, used: Used): SubmitOutcome {
    this.submits += 1;
    const { submits = [] } = this.scenario;
    const outcome = submits[Math.min(this.submits, submits.length) - 1] ?? 'paid';
    this.settle(outcome, { attempt_id, status: 'PROCESSING', ...used });
    return outcome;
  }

  decideChallenge(approved: boolean): void {
    if (approved) this.succeed();
    else this.fail({ error_code: 'AUTHENTICATION_FAILED' });
  }

  private settle(outcome: SubmitOutcome, attempt: Attempt): void {
    if (NOT_TAKEN.has(outcome)) return;
    if (outcome === 'link_gone') return this.succeed();
    if (outcome === 'used_up') {
      this.change({ used_up_payment_method_types: [attempt.payment_method_type] });
      return;
    }
    this.change({ session_status: 'PROCESSING', money_moved: 'UNKNOWN', attempt });
    if (outcome === 'paid') this.succeed();
    else if (outcome === 'challenge') this.challenge(attempt);
    else if (typeof outcome === 'object') this.fail(outcome);
    else if (outcome !== 'stuck') this.pollsLeft = POLLS_UNTIL_CONFIRMED;
  }

  private challenge(attempt: Attempt): void {
    const link = encodeURIComponent(this.made.token);
    const redirect_url = `${this.at.gateway.origin}/challenge?link=${link}`;
    this.change({
      money_moved: 'NO',
      attempt: { ...attempt, status: 'AUTHORIZING', redirect_url },
    });
  }

  private succeed(): void {
    const { mode, attempt } = this.current();
    this.change({
      status: mode === 'SETUP' ? 'SETUP_SUCCEEDED' : 'PAID',
      session_status: 'COMPLETE',
      money_moved: mode === 'SETUP' ? 'NO' : 'YES',
      attempt: attempt && { ...attempt, status: 'EXECUTED', redirect_url: undefined },
    });
  }

  private fail(error: AttemptError): void {
    const { attempt } = this.current();
    this.change({
      session_status: 'FAILED',
      money_moved: 'NO',
      attempt: attempt && { ...attempt, status: 'FAILED', redirect_url: undefined, error },
    });
  }
}
