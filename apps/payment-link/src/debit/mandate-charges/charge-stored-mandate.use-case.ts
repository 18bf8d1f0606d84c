import { Injectable } from '@nestjs/common';
import type { MandateRecord } from '@towpath/contracts/internal';
import { PeerUnavailable } from '@towpath/http';
import {
  DomainError,
  parseId,
  type CustomerAppId,
  type MandateId,
  type PaymentId,
  type PaymentMethodId,
} from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { MandateDirectory } from '../mandate-directory/mandate-directory.js';
import type { WhichMandates } from '../mandate-directory/ports.js';
import { MandateMethods } from '../mandate-methods/mandate-methods.js';
import type { Payment } from '../../money/payments/payment.js';
import { NO_UPDATE } from './charge-update.js';
import type { MandateCharge, MandateChargeOutcome } from './mandate-charge.js';
import { MandateChargeConversation } from './mandate-charge.conversation.js';
import { MandateChargesService, type MandatePaymentOrder } from './mandate-charges.service.js';

interface StoredMandateOrder extends MandatePaymentOrder {
  readonly paymentId: PaymentId;
  /** The payment ID is new, so no other request has used it. */
  readonly isFirst?: boolean;
}

/** The mandate as the request names it: by one of both. */
export type NamedMandate = { readonly paymentMethodId: string } | { readonly mandateId: string };

/**
 * Charges a mandate for a customer app, once per payment ID. If the mandate refuses, there is no
 * payment. If mandate is unavailable, nothing has started. If its answer is lost, there is a
 * payment, and its outcome is asked for later.
 */
@Injectable()
export class ChargeStoredMandate {
  constructor(
    private readonly transactions: Transactions,
    private readonly directory: MandateDirectory,
    private readonly methods: MandateMethods,
    private readonly charges: MandateChargesService,
    private readonly conversation: MandateChargeConversation,
  ) {}

  /** Returns the committed payment; null if the caller must read it. */
  async execute(
    customerAppId: CustomerAppId,
    named: NamedMandate,
    { isFirst, ...order }: StoredMandateOrder,
  ): Promise<Payment | null> {
    const { paymentId } = order;
    const isNew = isFirst || !(await this.isStarted(customerAppId, paymentId));
    const started = isNew ? await this.start(customerAppId, named, order) : null;
    const { refusal, payment } = await this.charge(customerAppId, paymentId, started);
    if (refusal) throw new DomainError(refusal.code, refusal.explanation);
    return payment;
  }

  private async start(
    customerAppId: CustomerAppId,
    named: NamedMandate,
    order: StoredMandateOrder,
  ): Promise<MandateCharge> {
    const mandate = await this.mandate(customerAppId, named);
    if (!mandate) throw notFound(named);
    return this.transactions.forApp(customerAppId, async (tx) => {
      const [chargeableBy, parties] = await Promise.all([
        this.methods.chargeableBy(tx, mandate),
        this.charges.parties(tx, mandate),
      ]);
      if (chargeableBy === null) throw notFound(named);
      if (chargeableBy === 'PAYER') throw payerAlone();
      return this.charges.start(tx, order, { mandate, parties });
    });
  }

  /** Removes only what this request wrote and could not send. */
  private async charge(
    customerAppId: CustomerAppId,
    paymentId: PaymentId,
    started: MandateCharge | null,
  ): Promise<MandateChargeOutcome> {
    try {
      if (started) return await this.conversation.begin(started);
      return await this.conversation.resume(customerAppId, paymentId);
    } catch (error) {
      if (!(error instanceof PeerUnavailable)) throw error;
      if (error.outcome === 'UNKNOWN' || !started) {
        return this.transactions.forApp(customerAppId, (tx) =>
          this.charges.applyUpdate(tx, paymentId, NO_UPDATE),
        );
      }
      await this.transactions.forApp(customerAppId, (tx) => this.charges.forget(tx, paymentId));
      throw error;
    }
  }

  /** A repeat that took over after a crash continues with the stored charge. */
  private isStarted(customerAppId: CustomerAppId, paymentId: PaymentId): Promise<boolean> {
    return this.transactions.forApp(
      customerAppId,
      async (tx) => (await this.charges.lock(tx, paymentId)) !== null,
    );
  }

  private async mandate(
    customerAppId: CustomerAppId,
    named: NamedMandate,
  ): Promise<MandateRecord | undefined> {
    const which = whichOf(named);
    const [mandate] = which ? await this.directory.read(customerAppId, which) : [];
    return mandate;
  }
}

/** A mandate for a single payment of a link counts as unknown. */
function notFound(named: NamedMandate): DomainError {
  return 'mandateId' in named
    ? new DomainError('MANDATE_NOT_FOUND', 'No mandate has this ID.')
    : new DomainError('PAYMENT_METHOD_NOT_FOUND', 'No payment method has this ID.');
}

function payerAlone(): DomainError {
  return new DomainError(
    'AUTOPAY_CONSENT_REQUIRED',
    'The mandate was stored for payments that the payer starts.',
  );
}

/** Undefined for what cannot be an ID. */
function whichOf(named: NamedMandate): WhichMandates | undefined {
  if ('mandateId' in named) {
    const mandateId = parseId<MandateId>(named.mandateId);
    return mandateId && { mandateId };
  }
  const paymentMethodId = parseId<PaymentMethodId>(named.paymentMethodId);
  return paymentMethodId && { paymentMethodId };
}
