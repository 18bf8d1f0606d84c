import { Injectable } from '@nestjs/common';
import { PeerUnavailable } from '@towpath/http';
import {
  DomainError,
  parseId,
  type CustomerAppId,
  type MandateId,
  type PaymentId,
  type PaymentMethodId,
} from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import type { Payment } from '../../money/payments/payment.js';
import { NO_UPDATE } from '../mandate-charges/charge-update.js';
import { MandateChargeConversation } from '../mandate-charges/mandate-charge.conversation.js';
import type { MandateCharge, MandateChargeOutcome } from '../mandate-charges/mandate-charge.js';
import {
  MandateChargesService,
  type MandatePaymentOrder,
} from '../mandate-charges/mandate-charges.service.js';
import {
  MandateDirectoryService,
  type WhichMandates,
} from '../mandate-directory/mandate-directory.service.js';
import { MandateMethodsReads } from '../mandate-methods/mandate-methods.reads.js';

interface StoredMandateOrder extends MandatePaymentOrder {
  /** The payment ID is new, so no other request has used it. */
  readonly isFirst?: boolean;
}

/** The mandate as the request names it: by one of both. */
export type NamedMandate = { readonly paymentMethodId: string } | { readonly mandateId: string };

/** Payments by mandates: asks the service of mandates after the charge is committed. */
@Injectable()
export class MandatePaymentsService {
  constructor(
    private readonly db: Transactions,
    private readonly directory: MandateDirectoryService,
    private readonly methods: MandateMethodsReads,
    private readonly charges: MandateChargesService,
    private readonly conversation: MandateChargeConversation,
  ) {}

  /**
   * Charges a mandate for a customer app, once per payment ID. If the mandate refuses, there is no
   * payment. If mandate is unavailable, nothing has started. If its answer is lost, there is a
   * payment, and its outcome is asked for later.
   *
   * @returns the committed payment; null if the caller must read it
   */
  async charge(
    app: CustomerAppId,
    named: NamedMandate,
    { isFirst, ...order }: StoredMandateOrder,
  ): Promise<Payment | null> {
    const { paymentId } = order;
    // A repeat that took over after a crash continues with the stored charge.
    const isNew = isFirst || !(await this.isStarted(app, paymentId));
    const started = isNew ? await this.begin(app, named, order) : null;
    const { refusal, payment } = await this.ask(app, paymentId, started);
    if (refusal) throw new DomainError(refusal.code, refusal.explanation);
    return payment;
  }

  /** Asks about the committed charge of a link's payment. Throws if mandate does not answer. */
  async start(app: CustomerAppId, paymentId: PaymentId): Promise<void> {
    await this.conversation.start(app, paymentId);
  }

  /** The schedule asks about the charge within a second. */
  async makeDue(tx: AppTx, paymentId: PaymentId): Promise<void> {
    await this.conversation.makeDue(tx, paymentId);
  }

  private isStarted(app: CustomerAppId, paymentId: PaymentId): Promise<boolean> {
    return this.db.forApp(app, async (tx) => (await this.charges.lock(tx, paymentId)) !== null);
  }

  private async begin(
    app: CustomerAppId,
    named: NamedMandate,
    order: MandatePaymentOrder,
  ): Promise<MandateCharge> {
    const which = whichOf(named);
    const [mandate] = which ? await this.directory.read(app, which) : [];
    if (!mandate) throw notFound(named);
    return this.db.forApp(app, async (tx) => {
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
  private async ask(
    app: CustomerAppId,
    paymentId: PaymentId,
    started: MandateCharge | null,
  ): Promise<MandateChargeOutcome> {
    try {
      if (started) return await this.conversation.begin(started);
      return await this.conversation.resume(app, paymentId);
    } catch (error) {
      if (!(error instanceof PeerUnavailable)) throw error;
      if (error.outcome === 'UNKNOWN' || !started) {
        return this.db.forApp(app, (tx) => this.charges.applyUpdate(tx, paymentId, NO_UPDATE));
      }
      await this.db.forApp(app, (tx) => this.charges.forget(tx, paymentId));
      throw error;
    }
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
