import { Injectable } from '@nestjs/common';
import type {
  ImportMandateRequest,
  ListChargeableMandatesRequest,
  ListSettledChargesRequest,
  ListSettledChargesResponse,
  MandateChargeResponse,
  MandateRecord,
  ReadMandatesRequest,
  ReadMandatesResponse,
} from '@towpath/contracts/internal';
import { InternalClient } from '@towpath/http';
import type { CustomerAppId, MandateId } from '@towpath/kernel';
import type { AskedPayment, MandateChargeOrder, WhichMandates } from './ports.js';

const READ_DEADLINE_MS = 3_000;
/** Longest wait in ms for the answer of a bank; without it, a question follows later. */
const CHARGE_DEADLINE_MS = 8_000;

/** The service that keeps mandates; network calls, never in a transaction. */
@Injectable()
export class MandateDirectory {
  constructor(private readonly client: InternalClient) {}

  /** Newest first; empty for an unknown mandate, or one of another app. */
  async read(customerAppId: CustomerAppId, which: WhichMandates): Promise<MandateRecord[]> {
    const { mandates } = await this.client.call<ReadMandatesResponse>('mandate', {
      method: 'POST',
      path: '/internal/mandates/read',
      body: { customer_app_id: customerAppId, ...named(which) } satisfies ReadMandatesRequest,
      idempotent: true,
      deadlineMs: READ_DEADLINE_MS,
    });
    return mandates;
  }

  /**
   * Mandates of the payer that can be charged at present, newest first. Nothing is reserved, so the
   * charge may still be refused.
   */
  async chargeable(
    customerAppId: CustomerAppId,
    { userId, amount, currency }: AskedPayment,
  ): Promise<MandateRecord[]> {
    const body: ListChargeableMandatesRequest = {
      customer_app_id: customerAppId,
      user_id: userId,
      amount,
      currency,
    };
    const { mandates } = await this.client.call<ReadMandatesResponse>('mandate', {
      method: 'POST',
      path: '/internal/mandates/chargeable',
      body,
      idempotent: true,
      deadlineMs: READ_DEADLINE_MS,
    });
    return mandates;
  }

  /** Repeatable while the mandate stays cancelled by it. */
  async cancel(customerAppId: CustomerAppId, mandateId: MandateId): Promise<void> {
    await this.client.call('mandate', {
      method: 'POST',
      path: `/internal/mandates/${mandateId}/cancel`,
      body: { customer_app_id: customerAppId },
      idempotent: true,
    });
  }

  /**
   * Repeatable with the same IDs. If the mandate of the bank was imported before, the import
   * returns it unchanged.
   */
  import(request: ImportMandateRequest): Promise<MandateRecord> {
    return this.client.call<MandateRecord>('mandate', {
      method: 'POST',
      path: '/internal/mandates/import',
      body: request,
      idempotent: true,
      judgesInput: true,
    });
  }

  /** A page of the charges whose money came, or went back, in a period. */
  settled(asked: ListSettledChargesRequest): Promise<ListSettledChargesResponse> {
    return this.client.call<ListSettledChargesResponse>('mandate', {
      method: 'POST',
      path: '/internal/mandates/settled_charges',
      body: asked,
      idempotent: true,
      deadlineMs: READ_DEADLINE_MS,
    });
  }

  /**
   * Charges once and returns the state of the charge. Without `begin` it only reads; an unknown
   * charge is `NOT_SEEN`. Throws the refusal of the mandate, and `PeerUnavailable` without an
   * answer.
   */
  charge(
    { mandateId, customerAppId, paymentId, amount, currency }: MandateChargeOrder,
    { begin }: { readonly begin: boolean },
  ): Promise<MandateChargeResponse> {
    return this.client.call<MandateChargeResponse>('mandate', {
      method: 'POST',
      path: `/internal/mandates/${mandateId}/charges`,
      body: {
        customer_app_id: customerAppId,
        payment_id: paymentId,
        amount,
        currency,
        begin,
      },
      idempotent: true,
      deadlineMs: CHARGE_DEADLINE_MS,
    });
  }
}

function named(which: WhichMandates): Omit<ReadMandatesRequest, 'customer_app_id'> {
  if ('mandateId' in which) return { mandate_ids: [which.mandateId] };
  if ('userId' in which) return { user_id: which.userId };
  return { payment_method_ids: [which.paymentMethodId] };
}
