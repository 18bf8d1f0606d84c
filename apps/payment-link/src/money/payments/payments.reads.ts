import { Injectable } from '@nestjs/common';
import type { PageQuery } from '@towpath/contracts';
import type {
  ListPaymentsQuery,
  ListPaymentsResponse,
  ListRefundsResponse,
  PaymentResponse,
  SenderAccount,
} from '@towpath/contracts/payment-link';
import { pageOf, rangeOf } from '@towpath/http';
import {
  DomainError,
  parseId,
  type CustomerAppId,
  type PaymentAccountId,
  type PaymentId,
  type PaymentUserId,
} from '@towpath/kernel';
import { byKey, byValues, Transactions, type AppTx } from '@towpath/persistence';
import { InstitutionNamesReads } from '../../parties/institution-names/institution-names.reads.js';
import { payments, type PaymentSnapshot } from './payment.table.js';
import { ownMembersOf } from './payment.view.js';
import { PaymentUsersReads } from '../../parties/payment-users/payment-users.reads.js';
import { ExternalAccountsReads } from '../../parties/payment-accounts/external-accounts.reads.js';
import {
  PaymentAccountsReads,
  recipientAccountBody,
} from '../../parties/payment-accounts/payment-accounts.reads.js';
import { DisputeHoldsService } from '../payment-disputes/dispute-holds.service.js';
import { RefundsReads } from '../refunds/refunds.reads.js';

/** The customer app's references to a payment. */
interface NamedPayments {
  readonly userId: PaymentUserId;
  readonly currency: string;
  /** `external_transaction_reference`. */
  readonly reference: string;
}

/** A payment with what became of its money. */
export interface KeptPayment {
  readonly payment: PaymentSnapshot;
  /**
   * Minor units of its amount, without surcharge, that are neither refunded, pending refund,
   * returned nor disputed.
   */
  readonly keptAmount: number;
  /** A refund that did not fail, or a dispute that was lost. */
  readonly isGivenBack: boolean;
  /** A dispute is open. */
  readonly isDisputed: boolean;
}

const DISPUTED = (is: string) => `EXISTS (SELECT FROM payment_disputes d
  WHERE d.customer_app_id = p.customer_app_id AND d.payment_id = p.payment_id AND ${is})`;

const OF_REFERENCE = `FROM payments p WHERE customer_app_id = $1 AND user_id = $2
    AND external_transaction_reference = $3 AND currency = $4
  ORDER BY created_at DESC, payment_id DESC`;

/** Payments as the interface shows them, and as other nouns compare them. */
@Injectable()
export class PaymentsReads {
  constructor(
    private readonly db: Transactions,
    private readonly names: InstitutionNamesReads,
    private readonly users: PaymentUsersReads,
    private readonly accounts: PaymentAccountsReads,
    private readonly externalAccounts: ExternalAccountsReads,
    private readonly refunds: RefundsReads,
    private readonly disputes: DisputeHoldsService,
  ) {}

  /** Newest first, with the number of all that match. */
  list(app: CustomerAppId, query: ListPaymentsQuery): Promise<ListPaymentsResponse> {
    // The older single-valued parameters narrow the newer lists.
    const filters = {
      dateFrom: query.date_from,
      dateTo: query.date_to,
      status: query.statuses,
      type: [query.payment_types ?? [], query.payment_type ?? []].flat(),
      currency: [query.currencies ?? [], query.currency ?? []].flat(),
      senderType: query.sender_type,
      userId: query.user_id,
      mandateId: query.mandate_id,
      institutionId: query.institution_id,
    };
    const read = async (tx: AppTx) => {
      const { rows, total } = await payments.counted(tx, filters, rangeOf(query));
      const bodies = await this.bodies(tx, rows);
      const ids = rows.map(({ paymentId: id, createdAt: created_at }) => ({ id, created_at }));
      const { next_cursor } = pageOf(ids, total, query);
      return { payments: bodies, total_payments: total, next_cursor };
    };
    return this.shown(this.db.forApp(app, read, { readOnly: true }));
  }

  get(app: CustomerAppId, rawPaymentId: string): Promise<PaymentResponse> {
    const paymentId = parseId<PaymentId>(rawPaymentId);
    if (!paymentId) throw paymentNotFound();
    const read = async (tx: AppTx) => {
      const body = await this.body(tx, paymentId);
      if (!body) throw paymentNotFound();
      return body;
    };
    return this.shown(this.db.forApp(app, read, { readOnly: true }));
  }

  /** With the names of banks, which no transaction waits for. */
  async shown<T extends object>(answer: Promise<T>): Promise<T> {
    return this.names.shown(await answer);
  }

  /** For resources that show a payment inside. */
  async body(tx: AppTx, paymentId: PaymentId): Promise<PaymentResponse | undefined> {
    const payment = await payments.find(tx, { paymentId });
    return payment ? this.bodyOf(tx, payment) : undefined;
  }

  /** A payment that was just committed; in one round trip. */
  async bodyOf(tx: AppTx, payment: PaymentSnapshot): Promise<PaymentResponse> {
    const [body] = await this.bodies(tx, [payment]);
    if (!body) throw new Error(`payment ${payment.paymentId} is not shown`);
    return body;
  }

  /** Refunds of a payment, newest first: pending, executed and failed. */
  refundsOf(
    app: CustomerAppId,
    rawPaymentId: string,
    query: PageQuery,
  ): Promise<ListRefundsResponse> {
    const paymentId = parseId<PaymentId>(rawPaymentId);
    if (!paymentId) throw paymentNotFound();
    const read = async (tx: AppTx) => {
      if (!(await payments.find(tx, { paymentId }))) throw paymentNotFound();
      return this.refunds.listOf(tx, paymentId, query);
    };
    return this.db.forApp(app, read, { readOnly: true });
  }

  /** Those of the IDs that there are, in no order. */
  findAll(tx: AppTx, paymentIds: readonly PaymentId[]): Promise<PaymentSnapshot[]> {
    return payments.findAll(tx, paymentIds);
  }

  /** Payments of a payer with a reference of the customer app, newest first. */
  async ofReference(tx: AppTx, named: NamedPayments): Promise<PaymentResponse[]> {
    const found = await tx.query<{ row: unknown }>(
      byKey(`SELECT to_jsonb(p) AS row ${OF_REFERENCE}`),
      paramsOf(tx, named),
    );
    return this.bodies(tx, payments.rows(found));
  }

  /** The same with what became of their money. One statement shows the refunds of one instant. */
  async keptOfReference(tx: AppTx, named: NamedPayments): Promise<KeptPayment[]> {
    const found = await tx.query<Omit<KeptPayment, 'payment'> & { row: unknown }>(
      byKey(`SELECT to_jsonb(p) AS row,
         greatest(0, amount - coalesce(amount_returned, 0) - refunds_total - disputed_total)
           AS "keptAmount",
         refunds_total > 0 OR ${DISPUTED(`d.status = 'SETTLED' AND d.amount > 0`)} AS "isGivenBack",
         ${DISPUTED(`d.status = 'HELD'`)} AS "isDisputed"
       ${OF_REFERENCE}`),
      paramsOf(tx, named),
    );
    return found.map(({ row, ...money }) => ({ ...money, payment: payments.from(row) }));
  }

  /**
   * The payments that were executed in the half-open period: a page of their IDs, in order.
   * The time of the last change serves: only a direct debit changes after it was executed, and no
   * card gateway has it.
   */
  async executedBetween(
    tx: AppTx,
    { from, to }: { readonly from: Date; readonly to: Date },
    { after, limit }: { readonly after: PaymentId | null; readonly limit: number },
  ): Promise<PaymentId[]> {
    const rows = await tx.query<{ payment_id: PaymentId }>(
      byValues(`SELECT payment_id FROM payments
       WHERE customer_app_id = $1 AND status = 'EXECUTED' AND updated_at >= $2 AND updated_at < $3
         AND ($4::text IS NULL OR payment_id > $4)
       ORDER BY payment_id LIMIT $5`),
      [tx.customerApp.id, from, to, after, limit],
    );
    return rows.map((row) => row.payment_id);
  }

  /** Reads users and accounts of a whole page at once. */
  private async bodies(
    tx: AppTx,
    snapshots: readonly PaymentSnapshot[],
  ): Promise<PaymentResponse[]> {
    const userIds = snapshots.map(({ userId }) => userId);
    const recipientIds = snapshots.map(({ recipientAccountId }) => recipientAccountId);
    const executed = snapshots
      .filter(({ status }) => status === 'EXECUTED')
      .map(({ paymentId }) => paymentId);
    // One packet.
    const [people, accounts, paying, refunded, disputes] = await Promise.all([
      this.users.byId(tx, userIds),
      this.accounts.byId(tx, recipientIds),
      this.payingAccountsOf(tx, snapshots),
      this.refundedOf(tx, snapshots),
      executed.length === 0 ? null : this.disputes.latestOf(tx, executed),
    ]);
    return snapshots.map((snapshot) => {
      const sender = people.get(snapshot.userId);
      const account = accounts.get(snapshot.recipientAccountId);
      return {
        ...ownMembersOf(snapshot, account?.legalEntityName ?? undefined),
        recipient: { name: account?.legalEntityName ?? tx.customerApp.name },
        recipient_account: recipientAccountBody(snapshot.recipientAccountId, account),
        sender: sender && this.users.sender(sender),
        sender_account: paying.get(snapshot.senderAccountId),
        amount_refunded: refunded.get(snapshot.paymentId),
        dispute_id: disputes?.get(snapshot.paymentId),
      };
    });
  }

  /**
   * Amounts returned so far, by payment; payments without one are absent. A returned transfer was
   * never part of its payment.
   */
  private async refundedOf(
    tx: AppTx,
    snapshots: readonly PaymentSnapshot[],
  ): Promise<ReadonlyMap<PaymentId, number>> {
    const ids = snapshots
      .filter(({ type, status }) => type !== 'MANDATE' || status === 'EXECUTED')
      .map(({ paymentId }) => paymentId);
    const refunds = ids.length === 0 ? [] : await this.refunds.ofPayments(tx, ids);
    const refunded = new Map<PaymentId, number>();
    for (const { paymentId, amount, kind, status } of refunds) {
      if (status !== 'EXECUTED' || kind === 'UNEXPECTED_TRANSFER') continue;
      refunded.set(paymentId, (refunded.get(paymentId) ?? 0) + amount);
    }
    return refunded;
  }

  /** Only direct debits have them; one of another user is as unknown as one that is gone. */
  private async payingAccountsOf(
    tx: AppTx,
    snapshots: readonly PaymentSnapshot[],
  ): Promise<ReadonlyMap<PaymentAccountId | null, SenderAccount>> {
    const debits = snapshots.filter(({ senderAccountId }) => senderAccountId !== null);
    if (debits.length === 0) return new Map();
    const ids = debits.flatMap(({ senderAccountId }) => senderAccountId ?? []);
    const userIds = debits.map(({ userId }) => userId);
    const found = await this.externalAccounts.byIdOf(tx, ids, userIds);
    return new Map(
      debits.flatMap(({ senderAccountId, userId }) => {
        const account = senderAccountId && found.get(senderAccountId);
        if (!account || account.userId !== userId) return [];
        return [[account.accountId, this.externalAccounts.senderBody(account)] as const];
      }),
    );
  }
}

/** Also for an ID of another customer app. */
export function paymentNotFound(): DomainError {
  return new DomainError('PAYMENT_NOT_FOUND', 'No payment has this ID.');
}

function paramsOf(tx: AppTx, { userId, currency, reference }: NamedPayments): unknown[] {
  return [tx.customerApp.id, userId, reference, currency];
}
