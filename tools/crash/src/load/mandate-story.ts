import { setTimeout as pause } from 'node:timers/promises';
import type {
  CreatedMandateResponse,
  MandateLinkResponse,
  MandateResponse,
} from '@towpath/contracts/mandate';
import type {
  PaymentAccountResponse,
  PaymentResponse,
  PaymentUserResponse,
} from '@towpath/contracts/payment-link';
import { MandatePayer, type Merchant } from '@towpath/testing';
import { authorizeMandate } from './debit-steps.js';
import { retryUntilAcknowledged } from './retries.js';
import type { Journal } from './journal.js';
import type { MandatePlan } from './mandate-plan.js';

export interface MandateStoryParts {
  readonly merchant: Merchant;
  readonly journal: Journal;
  readonly plan: MandatePlan;
  /** Its account in HKD, which takes direct debits. */
  readonly recipientAccountId: string;
  /** Ends all waiting and repeating. */
  readonly signal: AbortSignal;
}

const REPEAT_AFTER_MS = 250;
const POLLS = 40;
const CURRENCY = 'HKD';
const WAITING = new Set(['AUTHORIZING', 'PROCESSING', 'READY_TO_SUBMIT', 'SUBMITTED']);

/** The life of one mandate: asked for, authorized, and charged by many at once. */
export class MandateStory {
  constructor(private readonly parts: MandateStoryParts) {}

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
    const { plan, recipientAccountId } = this.parts;
    const mandate_details = { currency: CURRENCY, transaction_limits: plan.limits };
    const recipient_account = { account_id: recipientAccountId };
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
    const { plan, merchant, journal, signal } = this.parts;
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
    await authorizeMandate({ payer, journal, signal }, this.accountNumber);
  }

  /** The status once the bank has decided; an undecided bank then accepts. */
  private async decided(id: string): Promise<string | undefined> {
    const { merchant, plan } = this.parts;
    for (let polls = 0; polls < POLLS && !this.parts.signal.aborted; polls += 1) {
      const request = { method: 'GET', path: `/mandates/${id}` };
      const found = await retryUntilAcknowledged(this.parts, () =>
        merchant.send<MandateResponse>(request),
      );
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
    const { merchant, journal } = this.parts;
    const payment_details = { external_transaction_reference: reference };
    const body = { amount, currency: CURRENCY, payment_method_id, payment_details };
    const headers = { 'idempotency-key': reference };
    const customer_app_id = merchant.customerAppId;
    return journal.record<PaymentResponse>(
      { op: 'charge', customer_app_id, reference, mandate_id, amount },
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

const NAME = 'CHAN TAI MAN';
