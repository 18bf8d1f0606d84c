import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, PeerUnavailable } from '@towpath/http';
import { DomainError, plusMs, type CustomerAppId, type PaymentId } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { Transactions } from '@towpath/persistence';
import { MandateDirectory } from '../mandate-directory/mandate-directory.js';
import type { MandateChargeOrder } from '../mandate-directory/ports.js';
import { ListSenders } from '../../parties/payment-users/list-senders.query.js';
import { newsOf } from './charge-update.js';
import type {
  MandateCharge,
  MandateChargeOutcome,
  MandateChargeRefusal,
  MandateChargeSnapshot,
} from './mandate-charge.js';
import { MandateChargeRepository } from './persistence/mandate-charge.repository.js';
import { RecordMandateCharge } from './mandate-charges.service.js';

const MINUTE_MS = 60_000;

/** A charge that has not started after this time will never arrive. */
const NEVER_BEGUN_AFTER_MS = MINUTE_MS;

const NO_CONSENT: MandateChargeRefusal = {
  code: 'AUTOPAY_CONSENT_REQUIRED',
  explanation: 'The payment user has not consented to charges without them.',
};

/** The question that mandate must answer. */
interface Question {
  readonly order: MandateChargeOrder;
  /** False when the payer has taken the consent back: then the charge is not begun any more. */
  readonly begin: boolean;
  readonly startedAt: Date;
  readonly now: Date;
}

/** The state of a charge in this service. */
interface Standing {
  readonly question?: Question;
  readonly refusal: MandateChargeRefusal | null;
}

/** Brings a charge that was written down to its mandate, and records what becomes of it. */
@Injectable()
export class PursueMandateCharge {
  constructor(
    private readonly transactions: Transactions,
    private readonly charges: MandateChargeRepository,
    private readonly listSenders: ListSenders,
    private readonly directory: MandateDirectory,
    private readonly recordMandateCharge: RecordMandateCharge,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Repeatable: mandate knows the charge by its payment. Throws `PeerUnavailable` without an
   * answer; only `NOT_SENT` proves that mandate received nothing.
   */
  async execute(customerAppId: CustomerAppId, paymentId: PaymentId): Promise<MandateChargeOutcome> {
    const { question, refusal } = await this.standing(customerAppId, paymentId);
    return question ? this.ask(question) : { refusal, payment: null };
  }

  /** Like `execute`, for a charge that was just written, with the consent of its payer. */
  begin({ snapshot }: MandateCharge): Promise<MandateChargeOutcome> {
    const order = orderOf(snapshot);
    return this.ask({ order, begin: true, startedAt: snapshot.createdAt, now: snapshot.createdAt });
  }

  private async ask({ order, begin, startedAt, now }: Question): Promise<MandateChargeOutcome> {
    const { customerAppId, paymentId } = order;
    try {
      const news = newsOf(await this.directory.charge(order, { begin }));
      const neverBegun = plusMs(startedAt, NEVER_BEGUN_AFTER_MS) <= now;
      if (!begin && news.bankStatus === 'NOT_SEEN' && neverBegun) {
        return await this.recordMandateCharge.refuse(customerAppId, paymentId, NO_CONSENT);
      }
      if (!begin && news.bankStatus === 'NOT_SEEN') return { refusal: null, payment: null };
      return await this.recordMandateCharge.execute(customerAppId, paymentId, news);
    } catch (error) {
      if (error instanceof PeerUnavailable) {
        this.logger.warn({ error, paymentId, mandateId: order.mandateId }, 'outcome unknown');
      }
      if (!(error instanceof DomainError)) throw error;
      const { code, explanation } = error;
      return this.recordMandateCharge.refuse(customerAppId, paymentId, { code, explanation });
    }
  }

  /** Returns no question if none is necessary. */
  private standing(customerAppId: CustomerAppId, paymentId: PaymentId): Promise<Standing> {
    return this.transactions.forApp(customerAppId, async (tx) => {
      const charge = await this.charges.lock(tx, paymentId);
      const refusal = charge?.snapshot.refusal ?? null;
      if (!charge || charge.snapshot.followUpAt === null) return { refusal };
      const question = {
        order: orderOf(charge.snapshot),
        begin: await this.mayBegin(tx, charge),
        startedAt: charge.snapshot.createdAt,
        now: tx.now,
      };
      return { question, refusal };
    });
  }

  /** A link's payer is there and has agreed; a customer app's payer must consent now. */
  private async mayBegin(
    tx: Parameters<ListSenders['execute']>[0],
    { snapshot }: MandateCharge,
  ): Promise<boolean> {
    if (snapshot.payment === null) return true;
    const { userId } = snapshot.payment;
    const sender = (await this.listSenders.execute(tx, [userId])).get(userId);
    return sender?.snapshot.autopayConsent ?? false;
  }
}

function orderOf(snapshot: MandateChargeSnapshot): MandateChargeOrder {
  const { customerAppId, mandateId, paymentId, amount, currency } = snapshot;
  return { customerAppId, mandateId, paymentId, amount, currency };
}
