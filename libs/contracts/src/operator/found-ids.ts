import type { ActedOn } from './actions.js';

const OF_INSTITUTIONS = 'operators read nothing of what institutions sent';
const INTERNAL = 'no answer of the interface and no screen has it';

/**
 * Where Find leads with each type of ID that the system makes, as in `Id<'Payment'>`: to resources, to
 * a parked message or a customer app, or nowhere and why. A spec of `tools/arch` knows all types.
 *
 * - `LinkSession`: the latest of a login, and earlier ones that began with a consent.
 * - `LinkingAttempt`, `Authentication`: the latest of a login.
 * - `HostedLink`: for the 2 days that it is kept.
 * - `LinkJob`: until it is done.
 * - `LedgerTransfer`: none of the kinds OPENING_BALANCE, UNMATCHED_RECEIPT, UNMATCHED_RETURN,
 *   PROCESSOR_PAYOUT and PROCESSOR_PAYOUT_REVERSAL, and no fee or reserve that names no payment.
 */
export const FOUND_IDS = {
  CustomerApp: ['customer_app'],
  Client: ['customer_app'],
  PaymentUser: ['payment_user'],
  PaymentAccount: ['payment_account'],
  PaymentLink: ['payment_link'],
  Payment: ['payment'],
  PaymentMethod: ['payment_method', 'mandate'],
  PaymentAttempt: ['payment', 'payment_link'],
  Payout: ['payout'],
  Refund: ['refund'],
  Bill: ['bill'],
  IncomingTransfer: ['incoming_transfer'],
  LedgerTransfer: ['payment', 'payout', 'refund'],
  Mandate: ['mandate'],
  MandateSession: ['mandate'],
  MandateConsent: ['mandate'],
  Dispute: ['dispute'],
  Evidence: ['dispute'],
  LoginIdentity: ['login_identity'],
  LinkSession: ['login_identity'],
  LinkingAttempt: ['login_identity'],
  Authentication: ['login_identity'],
  HostedLink: ['login_identity'],
  LinkConsent: ['login_identity'],
  LinkJob: ['login_identity'],
  Event: ['webhook_event'],
  WebhookAttempt: ['webhook_event'],
  WebhookEndpoint: ['webhook_endpoint'],
  ReconciliationDifference: ['reconciliation_difference', 'debit_difference', 'dispute_difference'],
  ParkedMessage: ['parked_message'],
  Account: OF_INSTITUTIONS,
  Transaction: OF_INSTITUTIONS,
  Statement: OF_INSTITUTIONS,
  CompositeStatement: OF_INSTITUTIONS,
  LinkAction: 'a question to a user lives for minutes',
  AuditEntry: 'Audit lists entries by what they are about',
  ConsoleSession: 'Audit names it beside what was seen or done in it',
  CommandRun: 'Audit names it beside what was done in it',
  CallBackEndpoint: 'it is part of a URL that a processor calls, and belongs to a gateway account',
  GatewayAccountChange: INTERNAL,
  SettlementAccountAudit: INTERNAL,
  SensitiveRead: INTERNAL,
  RefreshFamily: INTERNAL,
  Token: INTERNAL,
  Claim: INTERNAL,
  LoginGuess: INTERNAL,
  Opened: INTERNAL,
  Probe: INTERNAL,
} as const satisfies Readonly<Record<string, readonly (ActedOn | 'customer_app')[] | string>>;
