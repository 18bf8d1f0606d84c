import { Injectable } from '@nestjs/common';
import type { MandateId } from '@towpath/kernel';
import { byKey, type AppTx } from '@towpath/persistence';

/**
 * Finds mandates without an authorization by the payer: only the app's statement authorized them.
 */
const DECIDED = byKey(`
  SELECT command = 'authorize' AS consented FROM mandate_state_changes c
  WHERE customer_app_id = $1 AND mandate_id = $2 AND from_status = 'AUTHORIZATION_REQUIRED'
    AND (command = 'declineConsent' OR command = 'authorize' AND EXISTS (
      SELECT FROM mandate_consents e
      WHERE e.customer_app_id = c.customer_app_id AND e.mandate_id = c.mandate_id
        AND e.given_through = 'CUSTOMER_APP'))`);

/** The customer app's own statements for a payer, from the history. */
@Injectable()
export class CustomerStatements {
  /** True for a consent, false for a refusal, null when it never decided by its own word. */
  async decided(tx: AppTx, mandateId: MandateId): Promise<boolean | null> {
    const [row] = await tx.query<{ consented: boolean }>(DECIDED, [tx.customerApp.id, mandateId]);
    return row?.consented ?? null;
  }
}
