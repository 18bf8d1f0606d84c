import { Injectable } from '@nestjs/common';
import type { MandateStatus } from '@towpath/contracts';
import type {
  DraftMandateRequest,
  DraftMandateResponse,
  ImportMandateRequest,
  ListChargeableMandatesRequest,
  ListSettledChargesRequest,
  ListSettledChargesResponse,
  MandateChargeResponse,
  MandateRecord,
  MintMandateTokenRequest,
  MintMandateTokenResponse,
  ReadMandatesRequest,
  ReadMandatesResponse,
} from '@towpath/contracts/internal';
import { InternalClient } from '@towpath/http';
import type {
  CustomerAppId,
  MandateId,
  PaymentId,
  PaymentMethodId,
  PaymentUserId,
} from '@towpath/kernel';

/** One mandate, or all of a user. */
export type WhichMandates =
  | { readonly mandateId: MandateId }
  | { readonly paymentMethodId: PaymentMethodId }
  | { readonly userId: PaymentUserId };

/** The payment that the payer wants to make. */
export interface AskedPayment {
  readonly userId: PaymentUserId;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

export interface MandateChargeOrder {
  readonly customerAppId: CustomerAppId;
  readonly mandateId: MandateId;
  /** Names the charge: the same again charges nothing. */
  readonly paymentId: PaymentId;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

type Limits = Pick<Parameters<InternalClient['call']>[1], 'deadlineMs' | 'judgesInput'>;

const READ = { deadlineMs: 3_000 };
/** Longest wait for the answer of a bank; without it, a question follows later. */
const CHARGE = { deadlineMs: 8_000 };

/** The service that keeps mandates; network calls, never in a transaction. */
@Injectable()
export class MandateDirectoryService {
  constructor(private readonly client: InternalClient) {}

  /** Newest first; empty for an unknown mandate, or one of another app. */
  async read(customerAppId: CustomerAppId, which: WhichMandates): Promise<MandateRecord[]> {
    const body: ReadMandatesRequest = { customer_app_id: customerAppId, ...named(which) };
    return (await this.post<ReadMandatesResponse>('/read', body, READ)).mandates;
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
    return (await this.post<ReadMandatesResponse>('/chargeable', body, READ)).mandates;
  }

  /**
   * Makes the draft that a link's payer is asked to authorize, or finds the one that an earlier
   * call made. Returns the access with which the page authorizes it; null when its payer has left it
   * since.
   */
  async draft(
    draft: DraftMandateRequest,
    page: Omit<MintMandateTokenRequest, 'customer_app_id'>,
  ): Promise<MintMandateTokenResponse | null> {
    const { status } = await this.post<DraftMandateResponse>('', draft);
    if (!isDraft({ status })) return null;
    const request = { customer_app_id: draft.customer_app_id, ...page };
    return this.post<MintMandateTokenResponse>(`/${draft.mandate_id}/token`, request);
  }

  /** Ends a mandate of a link: closed before it was authorized, cancelled at the bank afterwards. */
  async abandon(customerAppId: CustomerAppId, mandateId: MandateId): Promise<void> {
    const reason = 'no payment link waits for it';
    await this.post(`/${mandateId}/abandon`, { customer_app_id: customerAppId, reason });
  }

  /** Repeatable while the mandate stays cancelled by it. */
  async cancel(customerAppId: CustomerAppId, mandateId: MandateId): Promise<void> {
    await this.post(`/${mandateId}/cancel`, { customer_app_id: customerAppId });
  }

  /**
   * Repeatable with the same IDs. If the mandate of the bank was imported before, the import
   * returns it unchanged.
   */
  import(request: ImportMandateRequest): Promise<MandateRecord> {
    return this.post('/import', request, { judgesInput: true });
  }

  /** A page of the charges whose money came, or went back, in a period. */
  settled(asked: ListSettledChargesRequest): Promise<ListSettledChargesResponse> {
    return this.post('/settled_charges', asked, READ);
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
    const named = { customer_app_id: customerAppId, payment_id: paymentId };
    return this.post(`/${mandateId}/charges`, { ...named, amount, currency, begin }, CHARGE);
  }

  private post<T>(path: string, body: object, limits: Limits = {}): Promise<T> {
    return this.client.call<T>('mandate', {
      method: 'POST',
      path: `/internal/mandates${path}`,
      body,
      idempotent: true,
      ...limits,
    });
  }
}

/** Whether a mandate still waits for its payer. */
export function isDraft({ status }: { readonly status: MandateStatus }): boolean {
  return status === 'AUTHORIZATION_REQUIRED' || status === 'AUTHORIZING';
}

function named(which: WhichMandates): Omit<ReadMandatesRequest, 'customer_app_id'> {
  if ('mandateId' in which) return { mandate_ids: [which.mandateId] };
  if ('userId' in which) return { user_id: which.userId };
  return { payment_method_ids: [which.paymentMethodId] };
}
