import type { Databases } from './databases.js';
import { readDisputeChanges } from './read-disputes.js';
import { readLinkingChanges } from './read-linking.js';
import { readBills, readIncomingTransfers, readPayouts } from './money-evidence.js';
import { readMandateChanges } from './read-mandates.js';
import type { Books, GatewayBooks, History, OutboxRow, StateChangeRow } from './evidence.js';

const SERVICE = 'payment-link';

/** The rows of payment-link, as they are. */
export async function readBooks(databases: Databases): Promise<Books> {
  const rows = <T extends object>(sql: string) => databases.rows<T>(SERVICE, { sql });
  return {
    links: await rows(`SELECT customer_app_id, payment_link_id, unique_reference_id, mode, status,
      currency, amount, external_user_id, attempt_in_flight, sequence FROM payment_links`),
    attempts: await rows(`SELECT customer_app_id, attempt_id, payment_link_id, status, payment_id,
      mandate_id, sequence FROM payment_attempts`),
    payments: await rows(`SELECT customer_app_id, payment_id, payment_link_id, attempt_id, type,
      status, amount, surcharge_amount, currency, recipient_account_id, mandate_id, user_id,
      amount_returned, external_transaction_reference, sequence FROM payments`),
    methods: await rows(`SELECT customer_app_id, payment_method_id, payment_link_id, status,
      sequence FROM payment_methods`),
    refunds:
      await rows(`SELECT customer_app_id, refund_id, payment_id, kind, payout_id, status, amount,
      currency, sequence FROM refunds`),
    payouts: await readPayouts(databases),
    bills: await readBills(databases),
    incoming: await readIncomingTransfers(databases),
    users: await rows(`SELECT customer_app_id, user_id, sequence FROM payment_users`),
    changes: [
      ...(await readChanges(databases)),
      ...(await readMandateChanges(databases)),
      ...(await readDisputeChanges(databases)),
      ...(await readLinkingChanges(databases)),
    ],
    ledgerAccounts: await rows(`SELECT customer_app_id, ledger_account, currency, kind,
      payment_account_id FROM ledger_accounts`),
    transfers: await rows(`SELECT customer_app_id, ledger_transfer_id, kind, debit_account,
      credit_account, amount, currency, payment_id, refund_id, payout_id, dispute_id,
      dispute_sequence, written_by FROM ledger_transfers`),
    checkpoints: await rows(`SELECT customer_app_id, ledger_account, currency, covers_before,
      balance FROM ledger_checkpoints`),
  };
}

type OfPaymentLink = Exclude<History, 'mandate' | 'direct-debit' | 'dispute' | 'login-identity'>;

const CHANGES: Readonly<Record<OfPaymentLink, readonly [table: string, id: string]>> = {
  'payment-link': ['payment_link_state_changes', 'payment_link_id'],
  payment: ['payment_state_changes', 'payment_id'],
  'payment-method': ['payment_method_state_changes', 'payment_method_id'],
  refund: ['refund_state_changes', 'refund_id'],
  payout: ['payout_state_changes', 'payout_id'],
  bill: ['bill_state_changes', 'bill_id'],
  attempt: ['payment_attempt_state_changes', 'attempt_id'],
};

async function readChanges(databases: Databases): Promise<StateChangeRow[]> {
  const parts = Object.entries(CHANGES).map(
    ([history, [table, id]]) =>
      `SELECT '${history}' AS history, customer_app_id, ${id} AS id, sequence, from_status,
         to_status FROM ${table}`,
  );
  return databases.rows(SERVICE, { sql: parts.join(' UNION ALL ') });
}

/** The outbox of every service that publishes. */
export async function readOutboxes(
  databases: Databases,
  services: readonly string[],
): Promise<OutboxRow[]> {
  const outboxes = services.map(async (service) => {
    const rows = await databases.rows<Omit<OutboxRow, 'service'>>(service, {
      sql: `SELECT event_id, customer_app_id, topic, message_key, event_name, sequence, payload,
              published_at IS NOT NULL AS published FROM outbox`,
    });
    return rows.map((row) => ({ ...row, service }));
  });
  return (await Promise.all(outboxes)).flat();
}

/** The books of the sandbox's card gateway. */
export async function readGatewayBooks(databases: Databases): Promise<GatewayBooks> {
  return {
    entries: await databases.rows('sandbox', {
      sql: `SELECT customer_app_id, reference, payment_id,
              replace(CASE kind WHEN 'CHARGE' THEN credit_account ELSE debit_account END,
                'merchant:', '') AS merchant_account, kind, amount, currency FROM ledger_entries
            WHERE kind <> 'PAYOUT'`,
    }),
    authorizations: await databases.rows('sandbox', {
      sql: `SELECT customer_app_id, reference, payment_id, state, purpose FROM card_authorizations`,
    }),
  };
}
