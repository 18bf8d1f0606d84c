import { setTimeout as pause } from 'node:timers/promises';
import type {
  ListPaymentsResponse,
  PaymentAccountResponse,
  PaymentUserResponse,
} from '@towpath/contracts/payment-link';
import { retryUntilAcknowledged } from './retries.js';
import { MandateStory, type MandateStoryParts } from './mandate-story.js';

const RENT = 800;
const CURRENCY = 'HKD';
const NAME = 'Wong Siu';
const DAY_MS = 86_400_000;
const POLL_MS = 500;
const MAX_POLLS = 40;

/**
 * A tenant's direct debit: it is charged once, a part of which is refunded to the account that paid,
 * and it funds a payout to the landlord on the next day.
 */
export class RentStory {
  constructor(private readonly parts: MandateStoryParts) {}

  async run(): Promise<void> {
    const mandate = await new MandateStory(this.parts).run();
    if (!mandate) return;
    await this.schedule(mandate.mandate_id);
    await this.refund(mandate.mandate_id);
  }

  private async schedule(mandate_id: string): Promise<void> {
    const { reference } = this.parts.plan;
    const account_id = await this.landlord();
    const clock = await this.get<{ now: string }>('/testing/clock');
    if (account_id === undefined || !clock) return;
    const tomorrow = new Date(Date.parse(clock.now) + DAY_MS).toISOString().slice(0, 10);
    const body = {
      amount: RENT,
      currency: CURRENCY,
      recipient_account: { account_id },
      payment_details: { mandate_id, scheduled_date: tomorrow },
    };
    await this.post('/payouts/scheduled', { ...body, key: `rent of ${reference}` });
  }

  private async landlord(): Promise<string | undefined> {
    const external_user_id = `landlord of ${this.parts.plan.reference}`;
    const user = await this.post<PaymentUserResponse>('/payment_users', {
      external_user_id,
      name: NAME,
    });
    const account =
      user &&
      (await this.post<PaymentAccountResponse>('/payment_accounts', {
        account_type: 'EXTERNAL_ACCOUNT',
        accountholder_name: NAME,
        institution_id: 'testbank',
        user_id: user.user_id,
        account_number: { type: 'LOCAL', number: '012-345-670866' },
        currencies: [CURRENCY],
      }));
    return account?.account_id;
  }

  /** Half of what was collected, once, however often it is asked for. */
  private async refund(mandateId: string): Promise<void> {
    const { plan, signal } = this.parts;
    const path = `/payments?mandate_id=${mandateId}&statuses=EXECUTED`;
    for (let polls = 0; polls < MAX_POLLS && !signal.aborted; polls += 1) {
      const listed = await this.get<ListPaymentsResponse>(path);
      const [payment] = listed?.payments ?? [];
      if (payment) {
        const body = { amount: Math.ceil(payment.amount / 2) };
        const refunds = `/payments/${payment.payment_id}/refunds`;
        await this.post(refunds, { ...body, key: `refund of ${plan.reference}` });
        return;
      }
      await pause(POLL_MS);
    }
  }

  private get<T>(path: string): Promise<T | undefined> {
    const { merchant } = this.parts;
    return retryUntilAcknowledged(this.parts, () => merchant.send<T>({ method: 'GET', path }));
  }

  /** Repeated until it is answered; undefined when it was refused. */
  private post<T = unknown>(
    path: string,
    { key, ...body }: { readonly key?: string; readonly [member: string]: unknown },
  ): Promise<T | undefined> {
    const { merchant } = this.parts;
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
    return retryUntilAcknowledged(this.parts, () =>
      merchant.send<T>({ method: 'POST', path, headers, body }),
    );
  }
}
