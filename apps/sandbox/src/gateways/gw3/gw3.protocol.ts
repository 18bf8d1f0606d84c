import { createHmac } from 'node:crypto';
import { BANK } from '../../base/parties/parties.js';
import type { BankTransfer } from '../../debits/transfers/bank-transfer.table.js';
import { type BankNotice, BankProtocol } from '../../debits/direct-debit/bank-notice.js';
import type {
  CollectionRecord,
  DebitMandateRecord,
} from '../../debits/direct-debit/debit.table.js';
import { REASONS, type BankReason } from '../../debits/direct-debit/debit-outcomes.js';
import type {
  CollectionEvent,
  CollectionState,
  DebitMandateState,
  MandateEvent,
} from '../../debits/direct-debit/debit.transitions.js';
import type { SettledEntry } from '../../base/ledger/ledger.service.js';
import type { BankPayoutRecord } from '../../debits/payouts/bank-payout.table.js';

/** States as this bank spells them. */
const MANDATE_STATUS = {
  PENDING: 'PDNG',
  ACTIVE: 'ACTV',
  REJECTED: 'RJCT',
  REVOKED: 'RVKD',
  CANCELLED: 'CANC',
} as const satisfies Record<DebitMandateState, string>;

const COLLECTION_STATUS = {
  PENDING: 'PDNG',
  PAID: 'ACSC',
  REJECTED: 'RJCT',
  REVOKED: 'RVKD',
  RETURNED: 'RTRN',
  REINSTATED: 'RTCN',
} as const satisfies Record<CollectionState, string>;

/** The state that a call-back claims: not always the one that is true. */
const CLAIMED_MANDATE_STATE = {
  received: 'PENDING',
  accepted: 'ACTIVE',
  rejected: 'REJECTED',
  revoked: 'REVOKED',
  cancelled: 'CANCELLED',
} as const satisfies Record<MandateEvent, DebitMandateState>;

const CLAIMED_COLLECTION_STATE = {
  received: 'PENDING',
  paid: 'PAID',
  rejected: 'REJECTED',
  revoked: 'REVOKED',
  returned: 'RETURNED',
  reinstated: 'REINSTATED',
} as const satisfies Record<CollectionEvent, CollectionState>;

/** What was done to a mandate last. */
const LAST_ACTION = {
  PENDING: 'lodged',
  ACTIVE: 'accepted',
  REJECTED: 'rejected',
  REVOKED: 'withdrawn',
  CANCELLED: 'ended',
} as const satisfies Record<DebitMandateState, string>;

/** The present status of a mandate. */
export function mandateView(record: DebitMandateRecord) {
  const isActive = record.state === 'ACTIVE';
  return {
    mandate_reference: record.reference,
    creditor: { customer_app_id: record.customerAppId, account: record.creditorAccount },
    debtor: { name: record.debtorName, account_last4: record.last4 },
    currency: record.currency,
    scheme: 'sandbox',
    status: MANDATE_STATUS[record.state],
    reason: record.reason,
    dda_reference: record.ddaReference,
    bank_reference: record.bankReference,
    next_possible_charge_date: isActive ? record.firstDay : null,
    lodged_at: record.createdAt,
    verified_at: record.activatedAt,
    ended_at: record.endedAt,
    last_action: LAST_ACTION[record.state],
  };
}

/** The answer to a registration: the same however late it is asked again. */
export function registrationAnswer(record: DebitMandateRecord) {
  return {
    mandate_reference: record.reference,
    status: MANDATE_STATUS.PENDING,
    dda_reference: record.ddaReference,
  };
}

/** The first answer, also for later repeats. */
export function collectionAnswer(record: CollectionRecord) {
  return {
    collection_reference: record.reference,
    status: COLLECTION_STATUS[record.answeredState],
    reason: record.answeredState === 'REJECTED' ? record.reason : null,
  };
}

/** The present status of a collection. */
export function collectionView(record: CollectionRecord) {
  return {
    collection_reference: record.reference,
    mandate_reference: record.mandateReference,
    payment_id: record.paymentId,
    instructed: { minor: record.amount, currency: record.currency },
    status: COLLECTION_STATUS[record.state],
    reason: record.reason,
    transaction_reference: record.transactionReference,
    submitted_at: record.createdAt,
    settled_at: record.paidAt,
    returned_at: record.returnedAt,
  };
}

export function statementLine(entry: SettledEntry) {
  return {
    entry: entry.entry_id,
    booking: entry.kind === 'RETURN' ? 'DBIT' : 'CRDT',
    reversal: entry.kind === 'RETURN_REVERSED',
    collection_reference: entry.reference,
    payment_id: entry.payment_id,
    transaction_reference: entry.psp_reference,
    booked: { minor: entry.amount, currency: entry.currency },
    booked_at: entry.settled_at,
  };
}

function noticeBody(notice: BankNotice) {
  const { noticeId, about, event, occurredAt, record } = notice;
  const status =
    about === 'mandate'
      ? MANDATE_STATUS[CLAIMED_MANDATE_STATE[notice.event]]
      : COLLECTION_STATUS[CLAIMED_COLLECTION_STATE[notice.event]];
  return {
    notice: noticeId,
    type: `${about}.${event}`,
    customer_app_id: record.customerAppId,
    reference: record.reference,
    status,
    reason: reasonClaimed(event, record.reason),
    at: occurredAt,
  };
}

const NO_REASON: ReadonlySet<string> = new Set(['received', 'accepted', 'paid', 'reinstated']);

function reasonClaimed(event: string, reason: BankReason | null): BankReason | null {
  if (NO_REASON.has(event)) return null;
  return reason ?? REASONS.notAllowed;
}

const PAYOUT_STATUS = {
  EXECUTED: 'ACSC',
  REJECTED: 'RJCT',
  RETURNED: 'RTRN',
} as const satisfies Record<BankPayoutRecord['state'], string>;

export function payoutView(record: BankPayoutRecord) {
  return {
    payout_reference: record.reference,
    debtor: { account: record.debtorAccount },
    instructed: { minor: record.amount, currency: record.currency },
    creditor: { name: record.creditorName, account_last4: record.last4 },
    status: PAYOUT_STATUS[record.state],
    reason: record.reason,
    order_reference: record.orderReference,
    transaction_reference: record.transactionReference,
    executed_at: record.state === 'REJECTED' ? null : record.createdAt,
  };
}

export function payoutLine(entry: SettledEntry) {
  return {
    entry: entry.entry_id,
    booking: entry.kind === 'PAYOUT' ? 'DBIT' : 'CRDT',
    payout_reference: entry.reference,
    transaction_reference: entry.psp_reference,
    booked: { minor: entry.amount, currency: entry.currency },
    booked_at: entry.settled_at,
  };
}

export function transferLine(transfer: BankTransfer) {
  return {
    booking: 'CRDT',
    transfer_reference: transfer.reference,
    credited: { minor: transfer.amount, currency: transfer.currency },
    text: transfer.text,
    booked_at: transfer.bookedAt,
  };
}

const MS_PER_S = 1_000;

/** Signs with a detached JWS (RFC 7515, RFC 7797): the payload is the raw body and is omitted. */
export const gw3Protocol = (secret: string): BankProtocol => ({
  gateway: BANK,
  noticeBody,
  callbackHeaders: (body, sentAt) => {
    const head = { alg: 'HS256', b64: false, crit: ['b64'], iat: Math.floor(+sentAt / MS_PER_S) };
    const protectedHead = Buffer.from(JSON.stringify(head)).toString('base64url');
    const mac = createHmac('sha256', secret).update(`${protectedHead}.${body}`).digest('base64url');
    return { 'x-jws-signature': `${protectedHead}..${mac}` };
  },
});
