import type { History } from '../evidence/tables.js';

/** One permitted transition and its event; null if it has none. */
export interface Move {
  readonly from: string | null;
  readonly to: string;
  readonly event: string | null;
}

function moves(text: string): Move[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [from = '', to = '', event = ''] = line.trim().split(/\s+/);
      return { from: from === '-' ? null : from, to, event: event === '-' ? null : event };
    });
}

/** Statuses in which a login has ended. */
const LOGIN_ENDS = ['ERROR', 'DATA_RETRIEVAL_COMPLETE', 'DATA_RETRIEVAL_PARTIALLY_SUCCESSFUL'];
const LOGIN_STATES = [
  ...LOGIN_ENDS,
  'LINKING',
  'REFRESHING',
  'AUTHENTICATING',
  'CONNECTION_IN_PROGRESS',
  'CONNECTION_COMPLETE',
  'DATA_RETRIEVAL_IN_PROGRESS',
  'DATA_AVAILABLE',
];

function retrieved(from: string): Move[] {
  return moves(`
    ${from}  DATA_RETRIEVAL_COMPLETE              login_identity.data_retrieval_completed
    ${from}  DATA_RETRIEVAL_PARTIALLY_SUCCESSFUL  login_identity.data_retrieval_partly_completed`);
}

function begunAgain(from: string): Move[] {
  return moves(`
    ${from}  LINKING     login_identity.link_started
    ${from}  REFRESHING  login_identity.refresh_started`);
}

function unlinked(from: string): Move {
  return { from, to: 'UNLINKED', event: 'login_identity.unlinked' };
}

/**
 * Permitted transitions of a resource, written from the interface and not from the services: from,
 * to, event. They reveal a wrong table of a service.
 */
export const MOVES: Readonly<Record<History, readonly Move[]>> = {
  'payment-link': moves(`
    -        CREATED          payment_link.created
    CREATED  PAID             payment_link.paid
    CREATED  SETUP_SUCCEEDED  payment_link.setup_succeeded
    CREATED  CANCELLED        payment_link.cancelled
    CREATED  EXPIRED          payment_link.expired
    CREATED  CREATED          payment_link.mandate_released`),
  payment: moves(`
    -                       AUTHORIZATION_REQUIRED  payment.created
    -                       PROCESSING              payment.created
    -                       CREATED                 payment.created
    CREATED                 PROCESSING              payment.authorized
    CREATED                 CANCELLED               payment.cancelled
    AUTHORIZATION_REQUIRED  AUTHORIZING             payment.authorization_started
    AUTHORIZING             PROCESSING              payment.authorized
    PROCESSING              SUBMITTED               payment.submitted
    PROCESSING              EXECUTED                payment.executed
    SUBMITTED               EXECUTED                payment.executed
    AUTHORIZING             FAILED                  payment.failed
    PROCESSING              FAILED                  payment.failed
    SUBMITTED               FAILED                  payment.failed
    AUTHORIZATION_REQUIRED  CANCELLED               payment.cancelled
    AUTHORIZING             CANCELLED               payment.cancelled
    SUBMITTED               REVOKED                 payment.revoked
    EXECUTED                EXECUTED                payment.returned
    FAILED                  EXECUTED                payment.status_corrected
    REVOKED                 EXECUTED                payment.status_corrected`),
  'payment-method': moves(`
    -          CREATED    payment_method.created
    CREATED    SUCCEEDED  payment_method.succeeded
    CREATED    FAILED     payment_method.failed
    CREATED    CANCELLED  payment_method.cancelled
    SUCCEEDED  CANCELLED  payment_method.cancelled`),
  refund: moves(`
    -          SUBMITTED  refund.submitted
    SUBMITTED  EXECUTED   refund.executed
    SUBMITTED  FAILED     refund.failed
    FAILED     EXECUTED   refund.status_corrected`),
  payout: moves(`
    -                 CREATED           payout.created
    -                 PROCESSING        payout.created
    CREATED           PROCESSING        payout.confirmed
    CREATED           CANCELLED         payout.cancelled
    CREATED           PROCESSING_FUNDS  payout.funding_started
    PROCESSING        PROCESSING_FUNDS  payout.funding_started
    PROCESSING_FUNDS  FUNDED            payout.funded
    PROCESSING_FUNDS  FAILED            payout.failed
    FUNDED            SUBMITTED         payout.submitted
    FUNDED            FAILED            payout.failed
    SUBMITTED         EXECUTED          payout.executed
    SUBMITTED         FAILED            payout.failed
    FAILED            EXECUTED          payout.status_corrected`),
  bill: moves(`
    -       UNPAID     bill.created
    UNPAID  UNPAID     bill.changed
    FAILED  UNPAID     bill.retried
    FAILED  UNPAID     bill.changed
    UNPAID  PAID       bill.paid
    FAILED  PAID       bill.paid
    UNPAID  FAILED     bill.failed
    UNPAID  CANCELLED  bill.cancelled
    FAILED  CANCELLED  bill.cancelled`),
  attempt: moves(`
    -            SELECTED     -
    SELECTED     AUTHORIZING  -
    SELECTED     CANCELLED    -
    SELECTED     REPLACED     -
    SELECTED     CONFIRMED    -
    SELECTED     FAILED       -
    SELECTED     SUCCEEDED    -
    CONFIRMED    CAPTURING    -
    CONFIRMED    SUCCEEDED    -
    CONFIRMED    FAILED       -
    AUTHORIZING  CAPTURING    -
    AUTHORIZING  SUCCEEDED    -
    AUTHORIZING  FAILED       -
    AUTHORIZING  CANCELLED    -
    CAPTURING    SUCCEEDED    -
    CAPTURING    FAILED       -
    FAILED       SUCCEEDED    -`),
  mandate: moves(`
    -                       AUTHORIZATION_REQUIRED  mandate.created
    -                       SUCCEEDED               mandate.imported
    AUTHORIZATION_REQUIRED  AUTHORIZING             mandate.authorization_started
    AUTHORIZING             AUTHORIZATION_REQUIRED  mandate.authorization_interrupted
    AUTHORIZATION_REQUIRED  PROCESSING              mandate.authorized
    AUTHORIZING             PROCESSING              mandate.authorized
    PROCESSING              READY_TO_SUBMIT         mandate.prepared
    PROCESSING              SUBMITTED               mandate.submitted
    READY_TO_SUBMIT         SUBMITTED               mandate.submitted
    PROCESSING              SUCCEEDED               mandate.succeeded
    SUBMITTED               SUCCEEDED               mandate.succeeded
    AUTHORIZING             FAILED                  mandate.failed
    PROCESSING              FAILED                  mandate.failed
    READY_TO_SUBMIT         FAILED                  mandate.failed
    SUBMITTED               FAILED                  mandate.failed
    SUCCEEDED               REVOKED                 mandate.revoked
    AUTHORIZATION_REQUIRED  CANCELLED               mandate.cancelled
    AUTHORIZING             CANCELLED               mandate.cancelled
    SUCCEEDED               CANCELLED               mandate.cancelled
    AUTHORIZATION_REQUIRED  CLOSED                  mandate.closed
    AUTHORIZING             CLOSED                  mandate.closed
    SUCCEEDED               CLOSED                  mandate.closed`),
  'direct-debit': moves(`
    -          RESERVED   -
    RESERVED   SUBMITTED  -
    RESERVED   FAILED     -
    SUBMITTED  EXECUTED   -
    SUBMITTED  FAILED     -
    SUBMITTED  REVOKED    -
    EXECUTED   RETURNED   -
    FAILED     EXECUTED   -
    REVOKED    EXECUTED   -`),
  dispute: moves(`
    -                ACTION_REQUIRED  dispute.chargeback_received
    -                UNDEFENDED       dispute.chargeback_received
    -                PROCESSING       dispute.chargeback_received
    ACTION_REQUIRED  ACTION_REQUIRED  dispute.deadline_approaching
    ACTION_REQUIRED  PROCESSING       dispute.defended
    ACTION_REQUIRED  ACCEPTED         dispute.accepted
    ACTION_REQUIRED  UNDEFENDED       dispute.deadline_passed
    UNDEFENDED       LOST             dispute.lost
    PROCESSING       LOST             dispute.lost
    PROCESSING       WON              dispute.won
    WON              ACTION_REQUIRED  dispute.reopened`),
  'login-identity': moves(`
    -                           LINKING                     login_identity.link_started
    LINKING                     AUTHENTICATING              login_identity.authentication_started
    REFRESHING                  AUTHENTICATING              login_identity.authentication_started
    AUTHENTICATING              CONNECTION_IN_PROGRESS      login_identity.authenticated
    CONNECTION_IN_PROGRESS      CONNECTION_COMPLETE         login_identity.connected
    CONNECTION_COMPLETE         DATA_RETRIEVAL_IN_PROGRESS  login_identity.data_retrieval_started
    DATA_RETRIEVAL_IN_PROGRESS  DATA_RETRIEVAL_IN_PROGRESS  login_identity.product_updated
    DATA_RETRIEVAL_IN_PROGRESS  DATA_AVAILABLE              login_identity.data_made_available
    DATA_AVAILABLE              DATA_AVAILABLE              login_identity.product_updated
    LINKING                     ERROR                       login_identity.authentication_failed
    REFRESHING                  ERROR                       login_identity.authentication_failed
    AUTHENTICATING              ERROR                       login_identity.authentication_failed
    DATA_RETRIEVAL_IN_PROGRESS  ERROR                       login_identity.data_retrieval_failed
    DATA_AVAILABLE              ERROR                       login_identity.data_retrieval_failed
    UNLINKED                    UNLINK_SUCCEEDED            login_identity.unlink_succeeded
    UNLINKED                    UNLINK_FAILED               login_identity.unlink_failed`)
    .concat(retrieved('DATA_RETRIEVAL_IN_PROGRESS'), retrieved('DATA_AVAILABLE'))
    .concat(LOGIN_ENDS.flatMap(begunAgain), LOGIN_STATES.map(unlinked)),
};

/** Tells of a charge in the sequence of its mandate, whose own status it does not change. */
export const CHARGE_UPDATED = 'mandate.charge_updated';

/** The allowed move between two statuses, or undefined. */
export function moveOf(
  history: History,
  { from_status, to_status }: { readonly from_status: string | null; readonly to_status: string },
): Move | undefined {
  return MOVES[history].find(({ from, to }) => from === from_status && to === to_status);
}

/** The events that a move between two statuses may publish; none if it has no event. */
export function eventsOf(
  history: History,
  { from_status, to_status }: { readonly from_status: string | null; readonly to_status: string },
): readonly string[] {
  const moves = MOVES[history].filter(({ from, to }) => from === from_status && to === to_status);
  return moves.flatMap(({ event }) => event ?? []);
}

/** The webhook that a published event becomes, by the public names; undefined for none. */
export function webhookTypeOf(
  event: string,
  payload: Readonly<Record<string, unknown>>,
): string | undefined {
  if (event === 'payment.status_corrected') return `PAYMENT_${String(payload['status'])}`;
  if (event === 'login_identity.product_updated') {
    return `${String(payload['product']).toUpperCase()}_${String(payload['outcome'])}`;
  }
  if (event === 'login_identity.authentication_failed') {
    const status = String(payload['authentication_status']);
    return status === 'AUTHENTICATE_FAILED' ? 'AUTHENTICATION_FAILED' : status;
  }
  if (SAME_NAME.has(event)) return event.replace('.', '_').toUpperCase();
  return WEBHOOK_OF_EVENT[event];
}

/** Events whose webhook has the same name, in capitals. */
const SAME_NAME = new Set(
  `payment.submitted payment.executed payment.failed payment.cancelled payment.revoked payment.returned
    payment_link.paid payment_link.setup_succeeded payment_link.cancelled payment_link.expired
    dispute.deadline_approaching
    payout.submitted payout.executed payout.failed payout.cancelled
    bill.created bill.paid bill.failed bill.cancelled
    login_identity.unlinked`.split(/\s+/),
);

const WEBHOOK_OF_EVENT: Readonly<Record<string, string>> = {
  'mandate.submitted': 'MANDATE_SETUP_SUBMITTED',
  'mandate.succeeded': 'MANDATE_SETUP_SUCCEEDED',
  'mandate.failed': 'MANDATE_SETUP_FAILED',
  'mandate.revoked': 'MANDATE_SETUP_REVOKED',
  'mandate.cancelled': 'MANDATE_SETUP_CANCELLED',
  'mandate.closed': 'MANDATE_SETUP_CLOSED',
  'payment_user.autopay_consent_granted': 'AUTOPAY_CONSENT_GRANTED',
  'payment_user.autopay_consent_revoked': 'AUTOPAY_CONSENT_REVOKED',
  'refund.executed': 'PAYMENT_REFUNDED',
  'refund.status_corrected': 'PAYMENT_REFUNDED',
  'dispute.chargeback_received': 'DISPUTE_CREATED',
  'dispute.defended': 'DISPUTE_UPDATED',
  'dispute.accepted': 'DISPUTE_UPDATED',
  'dispute.deadline_passed': 'DISPUTE_UPDATED',
  'dispute.lost': 'DISPUTE_UPDATED',
  'dispute.won': 'DISPUTE_UPDATED',
  'dispute.reopened': 'DISPUTE_UPDATED',
  'payout.status_corrected': 'PAYOUT_EXECUTED',
  'login_identity.authentication_started': 'AUTHENTICATION_INITIALIZED',
  'login_identity.authenticated': 'AUTHENTICATED',
  'login_identity.data_retrieval_completed': 'DATA_RETRIEVAL_COMPLETE',
  'login_identity.data_retrieval_partly_completed': 'DATA_RETRIEVAL_COMPLETE',
  'login_identity.data_retrieval_failed': 'RETRIEVE_DATA_FAILED',
};
