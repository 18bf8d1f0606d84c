import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, PeerUnavailable } from '@towpath/http';
import {
  DomainError,
  plusMs,
  type CustomerAppId,
  type PaymentId,
  type Failure,
} from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { defineConversation, Transactions, type AppTx } from '@towpath/persistence';
import { updateOf, type ChargeUpdate } from './charge-update.js';
import { NO_CONSENT } from '../../money/payments/payment.js';
import type { MandateCharge, MandateChargeOutcome } from './mandate-charge.js';
import { MandateChargesService, type LockedMandateCharge } from './mandate-charges.service.js';
import {
  MandateDirectoryService,
  type MandateChargeOrder,
} from '../mandate-directory/mandate-directory.service.js';

const MINUTE_MS = 60_000;

/** A charge that has not started after this time will never arrive. */
const NEVER_BEGUN_AFTER_MS = MINUTE_MS;

interface MandateChargeConversationTypes {
  readonly id: PaymentId;
  readonly locked: LockedMandateCharge;
  readonly order: {
    readonly charge: MandateChargeOrder;
    /** False when the payer has taken the consent back: then the charge is not begun any more. */
    readonly begin: boolean;
    /** If mandate does not know the charge now, it never will. */
    readonly isLate: boolean;
  };
  readonly call: 'CHARGE';
  readonly answer: { readonly update: ChargeUpdate } | { readonly refusal: Failure };
  readonly taken: MandateChargeOutcome & { readonly next: null };
}

type Order = MandateChargeConversationTypes['order'];
type Answer = MandateChargeConversationTypes['answer'];

/**
 * Brings a charge to its mandate, and records what becomes of it. Mandate knows the charge by its
 * payment, so a repeat is safe. Without an answer the caller gets `PeerUnavailable`; only `NOT_SENT`
 * proves that mandate received nothing.
 */
@Injectable()
export class MandateChargeConversation extends defineConversation<MandateChargeConversationTypes>({
  name: 'follow-up-mandate-charges',
  table: 'mandate_charges',
  id: 'payment_id',
  dueAt: 'follow_up_at',
  maxCalls: 1,
  silence: 'thrown',
}) {
  constructor(
    transactions: Transactions,
    @Inject(LOGGER) logger: Logger,
    private readonly charges: MandateChargesService,
    private readonly directory: MandateDirectoryService,
  ) {
    super(transactions, logger);
  }

  /** For a charge that was just written, with the consent of its payer. */
  async begin({ snapshot }: MandateCharge): Promise<MandateChargeOutcome> {
    const { customerAppId, paymentId: id } = snapshot;
    const order = { charge: snapshot, begin: true, isLate: false };
    const taken = await this.hold({ customerAppId, id, order, call: 'CHARGE' });
    return taken ?? { refusal: null, payment: null };
  }

  /** For a charge that an earlier process may have sent. */
  async resume(customerAppId: CustomerAppId, paymentId: PaymentId): Promise<MandateChargeOutcome> {
    const taken = await this.start(customerAppId, paymentId);
    if (taken) return taken;
    const locked = await this.transactions.forApp(customerAppId, (tx) => this.lock(tx, paymentId));
    return { refusal: locked?.charge.snapshot.refusal ?? null, payment: null };
  }

  protected override lock(tx: AppTx, paymentId: PaymentId): Promise<LockedMandateCharge | null> {
    return this.charges.lock(tx, paymentId);
  }

  protected override scheduleOf({ charge }: LockedMandateCharge) {
    return charge.schedule;
  }

  protected override save(tx: AppTx, locked: LockedMandateCharge): void {
    this.charges.save(tx, locked);
  }

  protected override async question(tx: AppTx, { charge }: LockedMandateCharge) {
    const { createdAt, followUpAt } = charge.snapshot;
    const order = {
      charge: charge.snapshot,
      begin: await this.charges.mayBegin(tx, charge),
      isLate: plusMs(createdAt, NEVER_BEGUN_AFTER_MS) <= tx.now,
    };
    return { order, call: followUpAt === null ? null : ('CHARGE' as const) };
  }

  /** A refusal of mandate is an answer. A charge that may not begin is only looked up. */
  protected override async ask({ charge, begin, isLate }: Order): Promise<Answer | undefined> {
    try {
      const update = updateOf(await this.directory.charge(charge, { begin }));
      if (begin || update.bankStatus !== 'NOT_SEEN') return { update };
      return isLate ? { refusal: NO_CONSENT } : undefined;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { code, explanation } = error;
      return { refusal: { code, explanation } };
    }
  }

  protected override isSilence(error: unknown): boolean {
    return error instanceof PeerUnavailable;
  }

  protected override async take(tx: AppTx, locked: LockedMandateCharge, answer: Answer) {
    const { paymentId } = locked.charge.snapshot;
    const outcome =
      'refusal' in answer
        ? await this.charges.refuse(tx, locked, answer.refusal)
        : await this.charges.apply(tx, locked, { paymentId, update: answer.update });
    return { ...outcome, next: null };
  }
}
