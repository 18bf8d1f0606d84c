import { setTimeout as pause } from 'node:timers/promises';
import type {
  CreatedMandateResponse,
  MandateLinkResponse,
  MandateResponse,
} from '@towpath/contracts/mandate';
import type {
  ListPaymentsResponse,
  PaymentAccountResponse,
  PaymentResponse,
  PaymentUserResponse,
} from '@towpath/contracts/payment-link';
import { MandatePayer } from '@towpath/testing';
import { Caller, REPEAT_AFTER_MS } from './caller.js';
import type { MandatePlan } from './mandate-plan.js';

const POLLS = 40;
const CURRENCY = 'HKD';
const NAME = 'CHAN TAI MAN';
const WAITING = new Set(['AUTHORIZING', 'PROCESSING', 'READY_TO_SUBMIT', 'SUBMITTED']);

/** The life of one mandate: asked for, authorized, and charged by many at once. */
export class MandateStory extends Caller<MandatePlan> {
  /** The mandate, if its bank accepted it. */
  async run(): Promise<CreatedMandateResponse | undefined> {
    const { plan } = this.parts;
    const user = await this.payer();
    const mandate = user && (await this.create(user));
    if (!mandate) return undefined;
    await this.authorize(mandate);
    if ((await this.decided(mandate.mandate_id)) !== 'SUCCEEDED') return undefined;
    await Promise.all([
      ...plan.charges.map((amount, index) => this.charge(mandate, { amount, index })),
      this.cancel(mandate),
    ]);
    return mandate;
  }

  /** Somebody who has agreed to charges without them. */
  private async payer(): Promise<string | undefined> {
    const { reference } = this.parts.plan;
    const user = await this.post<PaymentUserResponse>('/payment_users', {
      external_user_id: `payer of ${reference}`,
      name: 'Chan Tai Man',
    });
    if (!user) return undefined;
    const { user_id: id } = user;
    const agreed = await this.post(`/payment_users/${id}`, { autopay_consent: true });
    return agreed === undefined ? undefined : id;
  }

  private async create(userId: string): Promise<CreatedMandateResponse | undefined> {
    const { plan, accountId } = this.parts;
    const mandate_details = { currency: CURRENCY, transaction_limits: plan.limits };
    const recipient_account = { account_id: accountId };
    const key = `mandate of ${plan.reference}`;
    if (plan.authorizedBy === 'payer') {
      const external_user_id = `payer of ${plan.reference}`;
      const sender = { external_user_id, email: 'tm@example.com', name: NAME };
      const body = { recipient_account, mandate_details, sender };
      return this.post('/mandates', { ...body, key });
    }
    const account = await this.post<PaymentAccountResponse>('/payment_accounts', {
      account_type: 'EXTERNAL_ACCOUNT',
      accountholder_name: NAME,
      institution_id: 'testbank',
      user_id: userId,
      account_number: { type: 'LOCAL', number: this.accountNumber },
    });
    if (!account) return undefined;
    const sender_account = { account_id: account.account_id };
    const body = { recipient_account, mandate_details, sender_account };
    return this.post('/mandates/sender_account', { ...body, key });
  }

  private async authorize({ mandate_id: id }: CreatedMandateResponse): Promise<void> {
    const { plan, merchant } = this.parts;
    if (plan.authorizedBy === 'app') {
      await this.post(`/mandates/${id}/authorize`, { enduser_consent: true });
      return;
    }
    const link = await this.post<MandateLinkResponse>('/mandates/link', {
      mandate_id: id,
      link_customizations: {},
    });
    if (!link) return;
    const payer = new MandatePayer(merchant.api, link.access_token);
    await this.authorizeMandate(payer, this.accountNumber);
  }

  /** The status once the bank has decided; an undecided bank then accepts. */
  private async decided(id: string): Promise<string | undefined> {
    const { plan, signal } = this.parts;
    for (let polls = 0; polls < POLLS && !signal.aborted; polls += 1) {
      const found = await this.get<MandateResponse>(`/mandates/${id}`);
      if (!found || !WAITING.has(found.status)) return found?.status;
      if (plan.ending === '0003' && found.status === 'SUBMITTED') {
        await this.post(`/testing/mandates/${id}/status`, { status: 'SUCCEEDED' });
      }
      await pause(REPEAT_AFTER_MS);
    }
    return undefined;
  }

  private async charge(
    mandate: CreatedMandateResponse,
    { amount, index }: { readonly amount: number; readonly index: number },
  ): Promise<void> {
    const { plan, signal } = this.parts;
    const reference = `${plan.reference} charge ${index}`;
    while (!signal.aborted) {
      const copies = Array.from({ length: plan.copies }, () =>
        this.ask(mandate, { amount, reference }),
      );
      const outcomes = await Promise.all(copies);
      if (outcomes.every(({ outcome }) => outcome !== 'unknown')) return;
      await pause(REPEAT_AFTER_MS);
    }
  }

  private ask(
    { mandate_id, payment_method_id }: CreatedMandateResponse,
    { amount, reference }: { readonly amount: number; readonly reference: string },
  ) {
    const { merchant } = this.parts;
    const payment_details = { external_transaction_reference: reference };
    const body = { amount, currency: CURRENCY, payment_method_id, payment_details };
    const headers = { 'idempotency-key': reference };
    return this.record<PaymentResponse>(
      { op: 'charge', reference, mandate_id, amount },
      () => merchant.send({ method: 'POST', path: '/payments', body, headers }),
      ({ payment_id, status }) => ({ payment_id, seen_status: status }),
    );
  }

  private async cancel({ payment_method_id: id }: CreatedMandateResponse): Promise<void> {
    if (this.parts.plan.cancels) await this.post(`/payment_methods/${id}/cancel`, {});
  }

  private get accountNumber(): string {
    return `012-345-67${this.parts.plan.ending}`;
  }
}

const RENT = 800;
const DAY_MS = 86_400_000;
const POLL_MS = 500;

/**
 * A tenant's direct debit: it is charged once, a part of which is refunded to the account that paid,
 * and it funds a payout to the landlord on the next day.
 */
export class RentStory extends Caller<MandatePlan> {
  async run(): Promise<void> {
    const mandate = await new MandateStory(this.parts).run();
    if (!mandate) return;
    await this.schedule(mandate.mandate_id);
    await this.refund(mandate.mandate_id);
  }

  private async schedule(mandate_id: string): Promise<void> {
    const { reference } = this.parts.plan;
    const external_user_id = `landlord of ${reference}`;
    const landlord = await this.recipient({ external_user_id, ending: '0866' });
    const clock = await this.get<{ now: string }>('/testing/clock');
    if (!landlord || !clock) return;
    const tomorrow = new Date(Date.parse(clock.now) + DAY_MS).toISOString().slice(0, 10);
    const body = {
      amount: RENT,
      currency: CURRENCY,
      recipient_account: { account_id: landlord.account_id },
      payment_details: { mandate_id, scheduled_date: tomorrow },
    };
    await this.post('/payouts/scheduled', { ...body, key: `rent of ${reference}` });
  }

  /** Half of what was collected, once, however often it is asked for. */
  private async refund(mandateId: string): Promise<void> {
    const { plan, signal } = this.parts;
    const path = `/payments?mandate_id=${mandateId}&statuses=EXECUTED`;
    for (let polls = 0; polls < POLLS && !signal.aborted; polls += 1) {
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
}
