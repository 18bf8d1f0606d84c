import { Injectable } from '@nestjs/common';
import type {
  BillExtMetadata,
  BillIntegrationMetadata,
  BillResponse,
  BillWithPaymentsResponse,
  ListBillsQuery,
  ListBillsResponse,
} from '@towpath/contracts/payment-link';
import { encodeCursor, rangeOf } from '@towpath/http';
import { DomainError, parseId, type BillId, type CustomerAppId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import type { PaymentState } from '../payments/payment.transitions.js';
import type { BillPayment } from './bill.js';
import { bills, type BillSnapshot } from './bill.table.js';
import { PaymentUsersReads } from '../../parties/payment-users/payment-users.reads.js';
import { InstitutionNamesReads } from '../../parties/institution-names/institution-names.reads.js';
import { type KeptPayment, PaymentsReads } from '../payments/payments.reads.js';

const STATUS_OF_PAYMENT: Readonly<Record<PaymentState, BillPayment['status']>> = {
  CREATED: 'OPEN',
  AUTHORIZATION_REQUIRED: 'OPEN',
  AUTHORIZING: 'OPEN',
  PROCESSING: 'OPEN',
  SUBMITTED: 'OPEN',
  EXECUTED: 'EXECUTED',
  FAILED: 'FAILED',
  REVOKED: 'FAILED',
  CANCELLED: 'CANCELLED',
};

/** Bills as the interface shows them, and the payments of a bill. */
@Injectable()
export class BillsReads {
  constructor(
    private readonly db: Transactions,
    private readonly users: PaymentUsersReads,
    private readonly paymentsReads: PaymentsReads,
    private readonly names: InstitutionNamesReads,
  ) {}

  /** Newest first. */
  list(app: CustomerAppId, query: ListBillsQuery): Promise<ListBillsResponse> {
    const range = rangeOf(query);
    const filters = {
      dateFrom: query.date_from,
      dateTo: query.date_to,
      status: query.statuses,
      userId: query.user_id,
      externalUserId: query.external_user_id,
      currency: query.currencies,
    };
    return this.db.forApp(app, async (tx) => {
      const found = await bills.list(tx, filters, { ...range, limit: range.limit + 1 });
      const page = found.slice(0, range.limit);
      const last = found.length > page.length ? page.at(-1) : undefined;
      return {
        bills: await this.bodies(tx, page),
        has_more: last !== undefined,
        next_cursor: last && encodeCursor({ createdAt: last.createdAt, id: last.billId }),
      };
    });
  }

  /** A bill with its payments, those of a bill that was paid twice or withdrawn included. */
  async get(app: CustomerAppId, rawBillId: string): Promise<BillWithPaymentsResponse> {
    const billId = parseId<BillId>(rawBillId);
    // The same answer for a malformed, an unknown and another app's ID: none of them exists here.
    const notFound = new DomainError('BILL_NOT_FOUND', 'No bill has this ID.');
    if (!billId) throw notFound;
    const answer = await this.db.forApp(app, async (tx) => {
      const bill = await bills.find(tx, { billId });
      if (!bill) throw notFound;
      const payments = await this.paymentsReads.ofReference(tx, referenceOf(bill));
      return { ...(await this.body(tx, bill)), payments };
    });
    return this.names.shown(answer);
  }

  async body(tx: AppTx, bill: BillSnapshot): Promise<BillResponse> {
    const people = await this.users.byId(tx, [bill.userId]);
    return bodyOf(bill, people);
  }

  /** Newest first, with what became of their money. */
  async paymentsOf(tx: AppTx, bill: BillSnapshot): Promise<BillPayment[]> {
    const payments = await this.paymentsReads.keptOfReference(tx, referenceOf(bill));
    return payments.map(billPaymentOf);
  }

  /** Reads the users of a whole page at once. */
  private async bodies(tx: AppTx, page: readonly BillSnapshot[]): Promise<BillResponse[]> {
    const people = await this.users.byId(
      tx,
      page.map(({ userId }) => userId),
    );
    return page.map((bill) => bodyOf(bill, people));
  }
}

type People = Awaited<ReturnType<PaymentUsersReads['byId']>>;

function bodyOf(bill: BillSnapshot, people: People): BillResponse {
  return {
    bill_id: bill.billId,
    external_bill_id: bill.externalBillId,
    user_id: bill.userId,
    external_user_id: bill.externalUserId,
    customer_app_id: bill.customerAppId,
    integration_id: bill.integrationId,
    bill_date: bill.billDate?.toISOString() ?? null,
    due_date: bill.dueDate?.toISOString() ?? null,
    created_at: bill.createdAt.toISOString(),
    updated_at: bill.updatedAt.toISOString(),
    status: bill.status,
    details: {
      total_amount_due: bill.amount,
      currency: bill.currency,
      bill_reference_id: bill.referenceId,
      description: bill.description ?? undefined,
    },
    integration_metadata: {
      integration_id: bill.integrationId as BillIntegrationMetadata['integration_id'],
      ext_metadata: (bill.extMetadata as BillExtMetadata | null) ?? undefined,
    },
    is_autopay_eligible: bill.isAutopayEligible,
    metadata: bill.metadata ?? undefined,
    sender_details: { name: people.get(bill.userId)?.snapshot.personal.name ?? '' },
  };
}

function referenceOf({ userId, currency, referenceId }: BillSnapshot) {
  return { userId, currency, reference: referenceId };
}

function billPaymentOf({ payment, ...money }: KeptPayment): BillPayment {
  const { status, amountReturned, paymentLinkId, failure } = payment;
  return {
    ...money,
    status: STATUS_OF_PAYMENT[status],
    isReturned: amountReturned !== null,
    isCharge: paymentLinkId === null,
    failure,
  };
}
