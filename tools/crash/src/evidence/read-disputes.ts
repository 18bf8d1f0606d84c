import type { Databases } from './databases.js';
import type { DisputeBooks } from './dispute-evidence.js';
import type { StateChangeRow } from './evidence.js';

/** The disputes of the service, and those of the sandbox's card gateways. */
export async function readDisputeBooks(databases: Databases): Promise<DisputeBooks> {
  return {
    disputes: await databases.rows('dispute', {
      sql: `SELECT customer_app_id, dispute_id, integration_id, processor_reference, payment_id,
              status, position, sequence FROM disputes`,
    }),
    atProcessors: await databases.rows('sandbox', {
      sql: `SELECT gateway, dispute_reference, customer_app_id, state, position
            FROM card_disputes`,
    }),
  };
}

export function readDisputeChanges(databases: Databases): Promise<StateChangeRow[]> {
  return databases.rows('dispute', {
    sql: `SELECT 'dispute' AS history, customer_app_id, dispute_id AS id, sequence, from_status,
            to_status FROM dispute_state_changes`,
  });
}
