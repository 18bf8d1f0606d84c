import { Injectable } from '@nestjs/common';
import { embeddedError } from '@towpath/contracts';
import type {
  Fee,
  ListPayoutsQuery,
  ListPayoutsResponse,
  PayoutDetailsResponse,
  PayoutResponse,
} from '@towpath/contracts/payment-link';
import { pageOf, rangeOf } from '@towpath/http';
import {
  DomainError,
  parseId,
  utcDate,
  type CustomerAppId,
  type PaymentAccountId,
  type PaymentUserId,
  type PayoutId,
} from '@towpath/kernel';
import { byValues, Transactions, type AppTx } from '@towpath/persistence';
import { payouts, type PayoutSnapshot } from './payout.table.js';
import { PaymentUsersReads } from '../../parties/payment-users/payment-users.reads.js';
import { ExternalAccountsReads } from '../../parties/payment-accounts/external-accounts.reads.js';
import {
  PaymentAccountsReads,
  recipientAccountBody,
} from '../../parties/payment-accounts/payment-accounts.reads.js';

interface NamedAccounts {
  readonly senderAccountId: PaymentAccountId | null;
  readonly recipientAccountId: PaymentAccountId | null;
  /** Owner of the recipient's account, if known without the account. */
  readonly userId?: PaymentUserId;
}

/** Senders and recipients of payouts. Deleted accounts are in no map. */
export type PayoutParties = Awaited<ReturnType<PayoutsReads['parties']>>;

/** Payouts as the interface shows them, and for the comparison of books. */
@Injectable()
export class PayoutsReads {
  constructor(
    private readonly db: Transactions,
    private readonly accounts: PaymentAccountsReads,
    private readonly externalAccounts: ExternalAccountsReads,
    private readonly listSenders: PaymentUsersReads,
  ) {}

  /** Newest first, with the number of all that match. */
  list(app: CustomerAppId, query: ListPayoutsQuery): Promise<ListPayoutsResponse> {
    const range = rangeOf(query);
    const filters = {
      dateFrom: query.date_from,
      dateTo: query.date_to,
      status: query.statuses,
      currency: query.currencies,
      type: query.payout_types,
      mandateId: query.mandate_id,
      senderAccountId: query.sender_account_id,
      recipientAccountId: query.recipient_account_id,
      userId: query.recipient_user_id,
      externalUserId: query.recipient_external_user_id,
    };
    const read = async (tx: AppTx) => {
      const { rows, total } = await payouts.counted(tx, filters, range);
      const parties = await this.parties(tx, rows);
      const listed = rows.map((payout) => ({
        id: payout.payoutId,
        created_at: payout.createdAt,
        body: this.bodyOf(tx, payout, parties),
      }));
      const page = pageOf(listed, total, query);
      return {
        payouts: page.rows.map(({ body }) => body),
        total_payouts: page.total,
        next_cursor: page.next_cursor,
      };
    };
    return this.db.forApp(app, read, { readOnly: true });
  }

  get(app: CustomerAppId, rawPayoutId: string): Promise<PayoutResponse> {
    const payoutId = parsePayoutId(rawPayoutId);
    const read = async (tx: AppTx) => {
      const payout = await payouts.find(tx, { payoutId });
      if (!payout) throw payoutNotFound();
      return this.body(tx, payout);
    };
    return this.db.forApp(app, read, { readOnly: true });
  }

  /** Those of the IDs that there are, in no order. */
  findAll(tx: AppTx, payoutIds: readonly PayoutId[]): Promise<PayoutSnapshot[]> {
    return payouts.findAll(tx, payoutIds);
  }

  /**
   * Executed, or returned after that, in the half-open period: a page of the IDs in their order.
   */
  async executedBetween(
    tx: AppTx,
    { from, to }: { readonly from: Date; readonly to: Date },
    { after, limit }: { readonly after: PayoutId | null; readonly limit: number },
  ): Promise<PayoutId[]> {
    const rows = await tx.query<{ payout_id: PayoutId }>(
      byValues(`SELECT payout_id FROM payouts
       WHERE customer_app_id = $1 AND status = 'EXECUTED' AND updated_at >= $2 AND updated_at < $3
         AND ($4::text IS NULL OR payout_id > $4)
       ORDER BY payout_id LIMIT $5`),
      [tx.customerApp.id, from, to, after, limit],
    );
    return rows.map((row) => row.payout_id);
  }

  /** Reads users and accounts of all payouts at once. */
  async parties(tx: AppTx, named: readonly NamedAccounts[]) {
    const [settlement, external] = await Promise.all([
      this.accounts.byId(
        tx,
        named.flatMap(({ senderAccountId }) => senderAccountId ?? []),
      ),
      this.externalAccounts.byId(
        tx,
        named.flatMap(({ recipientAccountId }) => recipientAccountId ?? []),
      ),
    ]);
    const userIds = [
      ...named.flatMap(({ userId }) => userId ?? []),
      ...[...external.values()].map(({ userId }) => userId),
    ];
    return { settlement, external, users: await this.listSenders.byId(tx, userIds) };
  }

  async body(tx: AppTx, payout: PayoutSnapshot): Promise<PayoutResponse> {
    return this.bodyOf(tx, payout, await this.parties(tx, [payout]));
  }

  bodyOf(tx: AppTx, payout: PayoutSnapshot, parties: PayoutParties): PayoutResponse {
    const { senderAccountId, recipientAccountId, executedAt, failure } = payout;
    const paying = parties.settlement.get(senderAccountId);
    const receiving = parties.external.get(recipientAccountId);
    const user = parties.users.get(payout.userId);
    return {
      payout_id: payout.payoutId,
      status: payout.status,
      type: payout.type,
      amount: payout.amount,
      currency: payout.currency,
      live: payout.live,
      transaction_date: executedAt ? utcDate(executedAt) : undefined,
      transaction_time: executedAt?.toISOString(),
      payment_details: detailsOf(payout),
      fees: feesOf(payout),
      metadata: payout.metadata ?? undefined,
      error: failure ? embeddedError(failure.code, failure.explanation) : undefined,
      amount_returned: payout.returnedAt ? payout.amount : undefined,
      returned_at: payout.returnedAt?.toISOString(),
      return_reason: payout.returnReason ?? undefined,
      created_at: payout.createdAt.toISOString(),
      updated_at: payout.updatedAt.toISOString(),
      sender: { name: paying?.legalEntityName ?? tx.customerApp.name },
      sender_account: recipientAccountBody(senderAccountId, paying),
      recipient: user && this.listSenders.sender(user),
      recipient_account: receiving
        ? this.externalAccounts.senderBody(receiving)
        : { account_id: recipientAccountId, account_type: 'EXTERNAL_ACCOUNT' },
    };
  }
}

/** The merchant is the sender of a payout. */
function feesOf({ feeAmount, currency, senderAccountId }: PayoutSnapshot): Fee[] | undefined {
  if (feeAmount === 0) return undefined;
  const account = { paid_by: 'SENDER', paid_by_account_id: senderAccountId } as const;
  return [{ amount: feeAmount, currency, ...account }];
}

function detailsOf(payout: PayoutSnapshot): PayoutDetailsResponse {
  const { scheduledDate, processorReference } = payout;
  return {
    description: payout.description ?? undefined,
    external_transaction_reference: payout.externalTransactionReference ?? undefined,
    mandate_id: payout.mandateId ?? undefined,
    scheduled_date: scheduledDate === null ? undefined : `${scheduledDate}T00:00:00.000Z`,
    processor_details: {
      processor_id: payout.integrationId,
      processor_reference: processorReference ?? undefined,
    },
    references: {
      service_transaction_reference: payout.payoutId,
      bank_transaction_reference: payout.bankTransactionReference ?? undefined,
    },
  };
}

/** The same answer for a malformed, an unknown and another app's ID. */
export function payoutNotFound(): DomainError {
  return new DomainError('PAYOUT_NOT_FOUND', 'No payout has this ID.');
}

export function parsePayoutId(raw: string): PayoutId {
  const id = parseId<PayoutId>(raw);
  if (!id) throw payoutNotFound();
  return id;
}
