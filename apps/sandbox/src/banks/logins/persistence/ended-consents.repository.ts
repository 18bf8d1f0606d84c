import { Injectable } from '@nestjs/common';
import { byValues, byKey, type Tx } from '@towpath/persistence';

/** Sessions whose consent was ended: they read nothing any more. */
@Injectable()
export class EndedConsents {
  async has(tx: Tx, sessionId: string): Promise<boolean> {
    const rows = await tx.query(byKey(`SELECT 1 FROM bank_ended_consents WHERE session_id = $1`), [
      sessionId,
    ]);
    return rows.length > 0;
  }

  async add(tx: Tx, sessionId: string): Promise<void> {
    await tx.query(
      byValues(`INSERT INTO bank_ended_consents (session_id) VALUES ($1) ON CONFLICT DO NOTHING`),
      [sessionId],
    );
  }
}
