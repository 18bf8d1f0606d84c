import { Injectable } from '@nestjs/common';
import type { CustomerAppId, MandateId } from '@towpath/kernel';
import { byKey, type AppTx, type WriteBatch } from '@towpath/persistence';
import { MandateSessionRepository, type MandateSession, type MandateSessionId } from '../ports.js';
import type { MandateSessionEntity } from './mandate-session.entity.js';

@Injectable()
export class SqlMandateSessionRepository extends MandateSessionRepository {
  override add(batch: WriteBatch, session: MandateSession, at: Date): void {
    batch.insert('mandate_sessions', {
      customer_app_id: session.customerAppId,
      session_id: session.sessionId,
      mandate_id: session.mandateId,
      used_by: session.usedBy,
      customizations: session.customizations,
      opens_until: session.opensUntil,
      opened_at: null,
      created_at: at,
    });
  }

  override async find(tx: AppTx, sessionId: MandateSessionId): Promise<MandateSession | null> {
    const [row] = await tx.query<MandateSessionEntity>(
      byKey(`SELECT * FROM mandate_sessions WHERE customer_app_id = $1 AND session_id = $2`),
      [tx.customerApp.id, sessionId],
    );
    if (!row) return null;
    return {
      sessionId,
      customerAppId: row.customer_app_id as CustomerAppId,
      mandateId: row.mandate_id as MandateId,
      usedBy: row.used_by,
      customizations: row.customizations,
      opensUntil: row.opens_until,
    };
  }

  override async open(tx: AppTx, sessionId: MandateSessionId): Promise<boolean> {
    await tx.begun;
    const opened = await tx.query(
      byKey(`UPDATE mandate_sessions SET opened_at = $3
       WHERE customer_app_id = $1 AND session_id = $2 AND opened_at IS NULL AND opens_until > $3
       RETURNING true AS opened`),
      [tx.customerApp.id, sessionId, tx.systemNow],
    );
    return opened.length === 1;
  }
}
