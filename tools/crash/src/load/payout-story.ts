import { setTimeout as pause } from 'node:timers/promises';
import type {
  PaymentAccountResponse,
  PaymentUserResponse,
  PayoutResponse,
} from '@towpath/contracts/payment-link';
import type { Random } from '../run/random.js';
import { retryUntilAcknowledged } from './retries.js';
import type { MandateStoryParts } from './mandate-story.js';

/** The plan of one payout, derived from the seed alone. */
export interface PayoutPlan {
  readonly reference: string;
  /** Last digits of the recipient's account number: they decide what the bank does. */
  readonly ending: '0833' | '0002' | '0007';
  /** Minor units. */
  readonly amount: number;
  /** How many times the same request is sent at once. */
  readonly copies: number;
  /** The action on a waiting payout; null for one that starts at once. */
  readonly later: 'confirm' | 'cancel' | null;
}

const LARGEST_AMOUNT = 20_000;

export function planPayout(random: Random, reference: string): PayoutPlan {
  return {
    reference,
    ending: random.pick(['0833', '0833', '0007', '0002'] as const),
    amount: 1 + random.below(LARGEST_AMOUNT),
    copies: 1 + random.below(3),
    later: random.pick([null, null, 'confirm', 'cancel'] as const),
  };
}

type Parts = Omit<MandateStoryParts, 'plan'> & { readonly plan: PayoutPlan };

const CURRENCY = 'HKD';
const NAME = 'Wong Siu';

/** Somebody is paid: asked for by several at once, under one key. */
export class PayoutStory {
  constructor(private readonly parts: Parts) {}

  async run(): Promise<void> {
    const { plan } = this.parts;
    const user = await this.post<PaymentUserResponse>('/payment_users', {
      external_user_id: `recipient of ${plan.reference}`,
      name: NAME,
    });
    const account = user && (await this.account(user.user_id));
    if (!account) return;
    const copies = Array.from({ length: plan.copies }, () => this.ask(account.account_id));
    const [payout] = (await Promise.all(copies)).filter((each) => each !== undefined);
    if (!payout || plan.later === null) return;
    await pause(1);
    await this.post(`/payouts/${payout.payout_id}/${plan.later}`, {});
  }

  private account(user_id: string): Promise<PaymentAccountResponse | undefined> {
    return this.post('/payment_accounts', {
      account_type: 'EXTERNAL_ACCOUNT',
      accountholder_name: NAME,
      institution_id: 'testbank',
      user_id,
      account_number: { type: 'LOCAL', number: `012-345-67${this.parts.plan.ending}` },
      currencies: [CURRENCY],
    });
  }

  private ask(account_id: string): Promise<PayoutResponse | undefined> {
    const { plan, recipientAccountId } = this.parts;
    const { reference, amount, later } = plan;
    const body = {
      amount,
      currency: CURRENCY,
      confirm: later === null,
      payment_details: { description: 'Crash run', external_transaction_reference: reference },
      sender_account: { account_id: recipientAccountId },
      recipient_account: { account_id },
    };
    return this.post('/payouts', body, { 'idempotency-key': reference });
  }

  /** Repeated until it is answered; undefined when it was refused. */
  private post<T = unknown>(
    path: string,
    body: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<T | undefined> {
    const { merchant } = this.parts;
    return retryUntilAcknowledged(this.parts, () =>
      merchant.send<T>({ method: 'POST', path, headers, body }),
    );
  }
}
