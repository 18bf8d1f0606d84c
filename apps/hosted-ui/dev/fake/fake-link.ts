import type {
  Attempt,
  AttemptError,
  CardToken,
  HostedView,
} from '../../src/pages/pay/api/hosted-view.js';
import { ORDINARY_LINK, type Scenario, type SubmitOutcome } from './scenarios.js';

const LOOKS_UNTIL_CONFIRMED = 2;

interface FakeLinkParts {
  readonly token: string;
  readonly scenario: Scenario;
  readonly changes: Partial<HostedView>;
  readonly gatewayOrigin: string;
}

/** What an attempt is with. */
export type Used = Pick<Attempt, 'payment_method_type' | 'card' | 'sender_account'>;

export function usedCard({ brand, last4 }: Pick<CardToken, 'brand' | 'last4'>): Used {
  return { payment_method_type: 'CARD', card: { brand, last4 } };
}

/** One that is set up for this payment. */
const NEW_DEBIT: Used = { payment_method_type: 'MANDATE' };

/** One payment link of the fake backend: a small model of what payment-link does for the page. */
export class FakeLink {
  views = 0;
  submits = 0;
  selects = 0;
  /** As it was chosen last. */
  chosen: { readonly payment_method_type?: unknown; readonly payment_method_id?: unknown } = {};
  private debitIsGiven: (() => boolean) | null = null;
  private looksLeft = Number.POSITIVE_INFINITY;
  private link: HostedView;

  readonly token: string;
  readonly scenario: Scenario;
  private readonly gatewayOrigin: string;

  constructor({ token, scenario, changes, gatewayOrigin }: FakeLinkParts) {
    this.token = token;
    this.scenario = scenario;
    this.gatewayOrigin = gatewayOrigin;
    const payment_link_id = token.split('.')[1] ?? '';
    this.link = { ...ORDINARY_LINK, ...changes, ...scenario.link, payment_link_id };
  }

  view(): HostedView {
    this.views += 1;
    if (this.debitIsGiven?.()) {
      this.debitIsGiven = null;
      this.submit(this.attemptId(), NEW_DEBIT);
    }
    if (this.link.session_status === 'PROCESSING') {
      this.looksLeft -= 1;
      if (this.looksLeft <= 0) this.succeed();
    }
    return this.link;
  }

  /** A new attempt, or null when the link takes none. */
  select(): string | null {
    if (this.link.status !== 'CREATED' || this.link.session_status === 'PROCESSING') return null;
    this.selects += 1;
    return this.attemptId();
  }

  private attemptId(): string {
    return `attempt-${this.link.payment_link_id}-${this.selects}`;
  }

  /** The attempt is submitted by its mandate: as soon as the payer has given everything. */
  waitForDebit(isGiven: () => boolean): void {
    this.debitIsGiven = isGiven;
    const attempt = { attempt_id: this.attemptId(), status: 'AUTHORIZATION_REQUIRED' };
    this.link = { ...this.link, attempt: { ...attempt, ...NEW_DEBIT } };
  }

  /** The saved method was refused for good. */
  get savedHasEnded(): boolean {
    return this.submits > 0 && this.scenario.submits?.[0] === 'method_ended';
  }

  answerAutopay(): void {
    this.link = { ...this.link, autopay_enrollment: undefined };
  }

  submit(attemptId: string, used: Used): SubmitOutcome {
    this.submits += 1;
    const { submits = [] } = this.scenario;
    const outcome = submits[Math.min(this.submits, submits.length) - 1] ?? 'paid';
    this.settle(outcome, attemptId, used);
    return outcome;
  }

  decideChallenge(approved: boolean): void {
    if (approved) this.succeed();
    else this.fail({ error_code: 'AUTHENTICATION_FAILED' });
  }

  change(changes: Partial<HostedView>): void {
    this.link = { ...this.link, ...changes };
  }

  current(): HostedView {
    return this.link;
  }

  private settle(outcome: SubmitOutcome, attemptId: string, used: Used): void {
    if (outcome === 'request_lost' || outcome === 'rate_limited') return;
    if (outcome === 'method_ended') return;
    if (outcome === 'used_up') return this.useUp(used);
    if (outcome === 'link_gone') return this.succeed();
    this.start(attemptId, used);
    if (typeof outcome === 'object') return this.fail(outcome);
    switch (outcome) {
      case 'paid':
        return this.succeed();
      case 'processing':
      case 'answer_lost':
        this.looksLeft = LOOKS_UNTIL_CONFIRMED;
        return;
      case 'challenge':
        return this.challenge();
      case 'stuck':
        return;
    }
  }

  private useUp({ payment_method_type: type }: Used): void {
    this.link = { ...this.link, used_up_payment_method_types: [type] };
  }

  private start(attempt_id: string, used: Used): void {
    this.link = {
      ...this.link,
      session_status: 'PROCESSING',
      money_moved: 'UNKNOWN',
      attempt: { attempt_id, status: 'PROCESSING', ...used },
    };
  }

  private challenge(): void {
    const redirect_url = `${this.gatewayOrigin}/challenge?link=${encodeURIComponent(this.token)}`;
    const { attempt } = this.link;
    if (!attempt) return;
    this.link = {
      ...this.link,
      money_moved: 'NO',
      attempt: { ...attempt, status: 'AUTHORIZING', redirect_url },
    };
  }

  private succeed(): void {
    const { mode, attempt } = this.link;
    this.link = {
      ...this.link,
      status: mode === 'SETUP' ? 'SETUP_SUCCEEDED' : 'PAID',
      session_status: 'COMPLETE',
      money_moved: mode === 'SETUP' ? 'NO' : 'YES',
      attempt: attempt && { ...attempt, status: 'EXECUTED', redirect_url: undefined },
    };
  }

  private fail(error: AttemptError): void {
    const { attempt } = this.link;
    if (!attempt) return;
    this.link = {
      ...this.link,
      session_status: 'FAILED',
      money_moved: 'NO',
      attempt: { ...attempt, status: 'FAILED', redirect_url: undefined, error },
    };
  }
}
