import { setTimeout as pause } from 'node:timers/promises';
import type { PayoutResponse } from '@towpath/contracts/payment-link';
import type { Random } from '../run/random.js';
import { Caller } from './caller.js';

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

const CURRENCY = 'HKD';

/** Somebody is paid: asked for by several at once, under one key. */
export class PayoutStory extends Caller<PayoutPlan> {
  async run(): Promise<void> {
    const { plan } = this.parts;
    const { reference, ending } = plan;
    const external_user_id = `recipient of ${reference}`;
    const account = await this.recipient({ external_user_id, ending });
    if (!account) return;
    const copies = Array.from({ length: plan.copies }, () => this.ask(account.account_id));
    const [payout] = (await Promise.all(copies)).filter((each) => each !== undefined);
    if (!payout || plan.later === null) return;
    await pause(1);
    await this.post(`/payouts/${payout.payout_id}/${plan.later}`, {});
  }

  private ask(account_id: string): Promise<PayoutResponse | undefined> {
    const { plan, accountId } = this.parts;
    const { reference, amount, later } = plan;
    const body = {
      amount,
      currency: CURRENCY,
      confirm: later === null,
      payment_details: { description: 'Crash run', external_transaction_reference: reference },
      sender_account: { account_id: accountId },
      recipient_account: { account_id },
    };
    return this.post('/payouts', { ...body, key: reference });
  }
}
