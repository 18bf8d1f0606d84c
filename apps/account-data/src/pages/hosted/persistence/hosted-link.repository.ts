import { Injectable } from '@nestjs/common';
import type { CustomerAppId, LinkSessionId } from '@towpath/kernel';
import { byKey, type AppTx, type WriteBatch } from '@towpath/persistence';
import type { HostedLink, HostedLinkId } from '../hosted-link.js';
import type { HostedLinkEntity } from './hosted-link.entity.js';

const BY_ID = 'SELECT * FROM hosted_links WHERE customer_app_id = $1 AND session_id = $2';

@Injectable()
export class HostedLinkRepository {
  add(batch: WriteBatch, link: HostedLink, at: Date): void {
    batch.insert('hosted_links', {
      customer_app_id: link.customerAppId,
      session_id: link.sessionId,
      mode: link.mode,
      request: link.request,
      login_identity_id: link.loginIdentityId,
      link_session_id: link.linkSessionId,
      opened_at: null,
      left_at: null,
      created_at: at,
    });
  }

  async find(tx: AppTx, sessionId: HostedLinkId): Promise<HostedLink | null> {
    return fromRow(await tx.query<HostedLinkEntity>(byKey(BY_ID), [tx.customerApp.id, sessionId]));
  }

  /** The page on which a login began; null for one of a user interface of the app's own. */
  async ofLogin(tx: AppTx, linkSessionId: LinkSessionId): Promise<HostedLink | null> {
    const rows = await tx.query<HostedLinkEntity>(
      byKey(
        'SELECT * FROM hosted_links WHERE customer_app_id = $1 AND link_session_id = $2 LIMIT 1',
      ),
      [tx.customerApp.id, linkSessionId],
    );
    return fromRow(rows);
  }

  /** Locks the session: no other transaction starts a login in it or leaves it. */
  async lock(tx: AppTx, sessionId: HostedLinkId): Promise<HostedLink | null> {
    const values = [tx.customerApp.id, sessionId];
    return fromRow(await tx.query<HostedLinkEntity>(byKey(`${BY_ID} FOR UPDATE`), values));
  }

  /** False when it was opened before. */
  async open(tx: AppTx, sessionId: HostedLinkId): Promise<boolean> {
    await tx.begun;
    const opened = await tx.query(
      byKey(`UPDATE hosted_links SET opened_at = $3
       WHERE customer_app_id = $1 AND session_id = $2 AND opened_at IS NULL
       RETURNING true AS opened`),
      [tx.customerApp.id, sessionId, tx.systemNow],
    );
    return opened.length === 1;
  }

  /** A login began in it. */
  begin(batch: WriteBatch, link: HostedLink): void {
    batch.update('hosted_links', keyOf(link), {
      login_identity_id: link.loginIdentityId,
      link_session_id: link.linkSessionId,
    });
  }

  leave(batch: WriteBatch, link: HostedLink, at: Date): void {
    batch.update('hosted_links', keyOf(link), { left_at: at });
  }
}

function keyOf({ customerAppId, sessionId }: HostedLink) {
  return { customer_app_id: customerAppId, session_id: sessionId };
}

function fromRow([row]: readonly HostedLinkEntity[]): HostedLink | null {
  if (!row) return null;
  return {
    customerAppId: row.customer_app_id as CustomerAppId,
    sessionId: row.session_id as HostedLinkId,
    mode: row.mode,
    request: row.request,
    loginIdentityId: row.login_identity_id as HostedLink['loginIdentityId'],
    linkSessionId: row.link_session_id as HostedLink['linkSessionId'],
    leftAt: row.left_at,
  };
}
