import { setTimeout as pause } from 'node:timers/promises';
import type {
  PaymentAccountResponse,
  PaymentUserResponse,
  SelectPaymentMethodResponse,
} from '@towpath/contracts/payment-link';
import {
  RIGHT_OTP,
  TYPED,
  UnexpectedAnswer,
  type ApiAnswer,
  type HostedPayer,
  type MandatePayer,
  type Merchant,
  type TestCard,
  type TypedCard,
} from '@towpath/testing';
import type { DistributiveOmit } from '../evidence/evidence.js';
import type { Intent, Journal, RecordedCall, Seen } from './journal.js';

/** Where payers of a shop type their cards, and answer the banks of these. */
export interface CardPages {
  type(
    payer: HostedPayer,
    selected: SelectPaymentMethodResponse,
    card: TestCard,
  ): Promise<TypedCard>;
  /** Absent where payers leave the question of their bank open. */
  answerBank?(redirectUrl: string, decision: 'approve' | 'refuse'): Promise<void>;
}

export interface Shop {
  readonly merchant: Merchant;
  /** The merchant's account in HKD, which takes direct debits. */
  readonly accountId: string;
  readonly cards: CardPages;
}

/** What every step of a story needs. */
export interface StoryParts<Plan> extends Shop {
  readonly journal: Journal;
  readonly plan: Plan;
  /** Ends all waiting and repeating. */
  readonly signal: AbortSignal;
}

export const REPEAT_AFTER_MS = 250;
const FIRST_SERVER_ERROR = 500;

/** Somebody in a story, who repeats what got no answer until the story has to end. */
export abstract class Caller<Plan> {
  constructor(protected readonly parts: StoryParts<Plan>) {}

  /** Repeats a step that got no answer; undefined when it was refused or time is up. */
  protected async retryUntilAnswered<T>(step: () => Promise<T>): Promise<T | undefined> {
    const { journal, signal } = this.parts;
    while (!signal.aborted) {
      try {
        return await step();
      } catch (error) {
        if (error instanceof UnexpectedAnswer && error.answer.status < FIRST_SERVER_ERROR) {
          return undefined;
        }
        journal.noteError();
        await pause(REPEAT_AFTER_MS);
      }
    }
    return undefined;
  }

  /** The same for what answers anything: its body when it is 200. */
  protected retryUntilAcknowledged<T>(step: () => Promise<ApiAnswer<T>>): Promise<T | undefined> {
    return this.retryUntilAnswered(async () => {
      const answer = await step();
      if (answer.status === 200) return answer.body;
      throw new UnexpectedAnswer({ method: 'POST', path: 'a step' }, answer);
    });
  }

  protected get<T>(path: string): Promise<T | undefined> {
    return this.retryUntilAcknowledged(() => this.parts.merchant.send<T>({ method: 'GET', path }));
  }

  /** The key is an idempotency key. */
  protected post<T = unknown>(
    path: string,
    sent?: { readonly key?: string; readonly [member: string]: unknown },
  ): Promise<T | undefined> {
    const { key, ...body } = sent ?? {};
    const request = {
      ...{ method: 'POST', path },
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
      ...(sent && { body }),
    };
    return this.retryUntilAcknowledged(() => this.parts.merchant.send<T>(request));
  }

  /** The account of somebody new who is to be paid. */
  protected async recipient({
    external_user_id,
    ending,
  }: {
    readonly external_user_id: string;
    readonly ending: string;
  }): Promise<PaymentAccountResponse | undefined> {
    const name = 'Wong Siu';
    const user = await this.post<PaymentUserResponse>('/payment_users', { external_user_id, name });
    if (!user) return undefined;
    return this.post('/payment_accounts', {
      account_type: 'EXTERNAL_ACCOUNT',
      accountholder_name: name,
      institution_id: 'testbank',
      user_id: user.user_id,
      account_number: { type: 'LOCAL', number: `012-345-67${ending}` },
      currencies: ['HKD'],
    });
  }

  /** Makes a call and writes it down. */
  protected record<T>(
    intent: DistributiveOmit<Intent, 'customer_app_id'>,
    call: () => Promise<ApiAnswer<T>>,
    seen: (body: T) => Seen,
  ): Promise<RecordedCall<T>> {
    const { merchant, journal } = this.parts;
    return journal.record({ ...intent, customer_app_id: merchant.customerAppId }, call, seen);
  }

  /** The same, until its outcome is known; undefined when time is up. */
  protected async recordUntilKnown<T>(
    ...call: Parameters<typeof this.record<T>>
  ): Promise<RecordedCall<T> | undefined> {
    while (!this.parts.signal.aborted) {
      const recorded = await this.record(...call);
      if (recorded.outcome !== 'unknown') return recorded;
      await pause(REPEAT_AFTER_MS);
    }
    return undefined;
  }

  /**
   * A payer at the screens of a mandate. A step without an answer is encrypted again, because a
   * repeat of an accepted step is refused; the payer then continues.
   */
  protected async authorizeMandate(payer: MandatePayer, accountNumber: string): Promise<void> {
    await this.retryUntilAcknowledged(() => payer.select('testbank'));
    const steps = [
      [TYPED.account(accountNumber), TYPED.consent()],
      [TYPED.login()],
      [TYPED.login({ otp: RIGHT_OTP })],
    ];
    for (const entries of steps) {
      await this.retryUntilAcknowledged(() => payer.submit(...entries));
    }
  }
}
