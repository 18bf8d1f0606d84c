import { Injectable } from '@nestjs/common';
import type { MandateId, PaymentAttemptId, PaymentLinkId, PaymentUserId } from '@towpath/kernel';
import {
  byValues,
  type AppTx,
  bytesOf,
  Encryption,
  byKey,
  type PlannedStatement,
  PersonalDataErased,
  PersonalDataVault,
  type SubjectKey,
  type WriteBatch,
} from '@towpath/persistence';
import type { Sender } from '../../../parties/payment-users/payment-users.service.js';
import { externalUserErased } from '../../../parties/payment-users/payment-user.js';
import type { PaymentAttempt } from '../domain/payment-attempt.js';
import type { PaymentLink } from '../domain/payment-link.js';
import { UNSUBMITTED_STATES } from '../domain/session-status.js';
import { publishLinkChanges } from '../payment-link.events.js';
import type { KnownReference, LinkKey, ReadLink, ShownLink } from '../ports.js';
import * as attemptMapper from './payment-attempt.mapper.js';
import * as linkMapper from './payment-link.mapper.js';

const SENDER_FIELD = 'payment_links.sender_sealed';
const ERASED = { name: null, email: null };

interface LinkWithAttempts {
  readonly link: linkMapper.PaymentLinkRow;
  readonly attempts: readonly attemptMapper.PaymentAttemptRow[];
}

@Injectable()
export class PaymentLinkRepository {
  constructor(
    private readonly vault: PersonalDataVault,
    private readonly encryption: Encryption,
  ) {}

  async byReference(tx: AppTx, uniqueReferenceId: string): Promise<KnownReference | null> {
    const [known] = await tx.query<KnownReference>(
      byKey(`SELECT payment_link_id AS "paymentLinkId", content_hash AS "contentHash"
       FROM payment_links WHERE customer_app_id = $1 AND unique_reference_id = $2`),
      [tx.customerApp.id, uniqueReferenceId],
    );
    return known ?? null;
  }

  async read(tx: AppTx, paymentLinkId: PaymentLinkId): Promise<ReadLink | null> {
    const row = await this.row(tx, paymentLinkId);
    if (!row) return null;
    const shown = this.shown(row);
    const { userId } = shown.link.snapshot;
    const key = (await this.vault.openAll(tx, [userId])).get(userId);
    const sender = key ? openSender(key, bytesOf(row.link.sender_sealed)) : ERASED;
    return { ...shown, sender };
  }

  /** Like `read`, for the payer, without data of the sender. One round trip. */
  async readForPayer(tx: AppTx, paymentLinkId: PaymentLinkId): Promise<ShownLink | null> {
    const row = await this.row(tx, paymentLinkId);
    return row && this.shown(row);
  }

  /**
   * Locks the link, with all of its attempts, until the transaction ends. Send it first: reads that
   * follow in the same packet begin once the lock is held, and see the state after the wait.
   */
  async lock(tx: AppTx, key: LinkKey): Promise<PaymentLink | null> {
    const isAttempt = 'attemptId' in key;
    const [found] = await tx.query<{ row: linkMapper.PaymentLinkRow }>(
      isAttempt ? LOCK_OF_ATTEMPT : LOCK,
      [tx.customerApp.id, isAttempt ? key.attemptId : key.paymentLinkId],
    );
    return found ? linkMapper.linkFromRow(found.row) : null;
  }

  attempt(tx: AppTx, attemptId: PaymentAttemptId): Promise<PaymentAttempt | null> {
    return this.oneAttempt(tx, ATTEMPT, attemptId);
  }

  openAttempt(tx: AppTx, paymentLinkId: PaymentLinkId): Promise<PaymentAttempt | null> {
    return this.oneAttempt(tx, OPEN_ATTEMPT, paymentLinkId);
  }

  async attemptOfMandate(tx: AppTx, mandateId: MandateId): Promise<PaymentAttemptId | null> {
    const [row] = await tx.query<{ attempt_id: PaymentAttemptId }>(
      byKey(
        `SELECT attempt_id FROM payment_attempts WHERE customer_app_id = $1 AND mandate_id = $2`,
      ),
      [tx.customerApp.id, mandateId],
    );
    return row?.attempt_id ?? null;
  }

  /** The newest attempt by bank transfer on each link that one of the references belongs to. */
  attemptsOfTransfer(
    tx: AppTx,
    references: readonly string[],
  ): Promise<{ attemptId: PaymentAttemptId; isOpen: boolean }[]> {
    return tx.query(
      byKey(`SELECT DISTINCT ON (a.payment_link_id) a.attempt_id AS "attemptId",
         l.status = 'CREATED' AND l.expires_at > $3 AS "isOpen"
       FROM payment_attempts a JOIN payment_links l USING (customer_app_id, payment_link_id)
       WHERE a.customer_app_id = $1 AND right(a.payment_link_id, 12) = ANY ($2)
         AND a.payment_method_type = 'MANUAL' ORDER BY a.payment_link_id, a.ordinal DESC`),
      [tx.customerApp.id, references, tx.now],
    );
  }

  /** The gateway of each of the attempts that there are. */
  async gatewaysOf(
    tx: AppTx,
    attemptIds: readonly PaymentAttemptId[],
  ): Promise<ReadonlyMap<PaymentAttemptId, string>> {
    const rows = await tx.query<{ attempt_id: PaymentAttemptId; integration_id: string }>(
      byKey(`SELECT attempt_id, integration_id FROM payment_attempts
       WHERE customer_app_id = $1 AND attempt_id = ANY ($2)`),
      [tx.customerApp.id, attemptIds],
    );
    return new Map(rows.map((row) => [row.attempt_id, row.integration_id]));
  }

  /** Adds a new link to the batch. */
  async add(
    tx: AppTx,
    batch: WriteBatch,
    created: {
      readonly link: PaymentLink;
      readonly sender: Sender;
      readonly contentHash: string;
    },
  ): Promise<void> {
    const { link, sender, contentHash } = created;
    const { name, email } = sender;
    const key = await this.keyOfSender(tx, link);
    batch.insert('payment_links', {
      ...linkMapper.linkKey(link),
      ...linkMapper.fixedColumns(link),
      ...linkMapper.changingColumns(link),
      content_hash: contentHash,
      sender_sealed: key.encrypt(SENDER_FIELD, { text: JSON.stringify({ name, email }) }),
    });
    this.addChanges(batch, link, []);
  }

  /** Names and e-mail addresses of the user as links were given them; none of an erased user. */
  async senderNames(tx: AppTx, userId: PaymentUserId): Promise<string[]> {
    const key = (await this.vault.openAll(tx, [userId])).get(userId);
    if (!key) return [];
    const rows = await tx.query<{ sealed: Buffer }>(
      byValues(`SELECT sender_sealed AS sealed FROM payment_links
       WHERE customer_app_id = $1 AND user_id = $2`),
      [tx.customerApp.id, userId],
    );
    const senders = rows.map(({ sealed }) => openSender(key, sealed));
    const names = new Set(senders.flatMap(({ name, email }) => [name, email]));
    return [...names].filter((name) => name !== null);
  }

  /** No repeated request meets the content of the user's links any more. */
  async forgetContents(tx: AppTx, userId: PaymentUserId): Promise<void> {
    await tx.query(
      byValues(`UPDATE payment_links SET content_hash = '', integration_metadata = NULL
       WHERE customer_app_id = $1 AND user_id = $2`),
      [tx.customerApp.id, userId],
    );
  }

  /** Adds the changes of a locked link and of its attempts to the batch. */
  save(batch: WriteBatch, link: PaymentLink, attempts: readonly PaymentAttempt[]): void {
    const { version } = link.snapshot;
    const key = linkMapper.linkKey(link);
    batch.update('payment_links', { ...key, version }, linkMapper.changingColumns(link));
    this.addChanges(batch, link, attempts);
    for (const attempt of attempts) this.saveAttempt(batch, attempt);
  }

  /** The sender may have been erased since they were looked up. */
  private async keyOfSender(tx: AppTx, { snapshot }: PaymentLink): Promise<SubjectKey> {
    try {
      return await this.vault.keyFor(tx, snapshot.userId);
    } catch (error) {
      throw error instanceof PersonalDataErased ? externalUserErased() : error;
    }
  }

  private saveAttempt(batch: WriteBatch, attempt: PaymentAttempt): void {
    const key = attemptMapper.attemptKey(attempt);
    const columns = attemptMapper.changingColumns(attempt, this.encryption);
    const isNew = attempt.changes[0]?.from === null;
    if (isNew) {
      const fixed = attemptMapper.fixedColumns(attempt);
      batch.insert('payment_attempts', { ...key, ...fixed, ...columns });
    } else {
      batch.update('payment_attempts', key, columns);
    }
    batch.history('payment_attempt_state_changes', key, attempt.changes);
  }

  private addChanges(
    batch: WriteBatch,
    link: PaymentLink,
    attempts: readonly PaymentAttempt[],
  ): void {
    batch.history('payment_link_state_changes', linkMapper.linkKey(link), link.changes);
    publishLinkChanges(batch, link, attempts);
  }

  private async row(tx: AppTx, paymentLinkId: PaymentLinkId): Promise<LinkWithAttempts | null> {
    const [row] = await tx.query<LinkWithAttempts>(byKey(READ), [
      tx.customerApp.id,
      paymentLinkId,
      UNSUBMITTED_STATES,
    ]);
    return row ?? null;
  }

  private shown(row: LinkWithAttempts): ShownLink {
    const attempts = row.attempts.map((each) =>
      attemptMapper.attemptFromRow(each, this.encryption),
    );
    return {
      link: linkMapper.linkFromRow(row.link),
      attempts: attempts.map(({ status }) => status),
      latestAttempt: attempts[0] ?? null,
    };
  }

  private async oneAttempt(
    tx: AppTx,
    statement: PlannedStatement,
    id: string,
  ): Promise<PaymentAttempt | null> {
    const [found] = await tx.query<{ row: attemptMapper.PaymentAttemptRow }>(statement, [
      tx.customerApp.id,
      id,
    ]);
    return found ? attemptMapper.attemptFromRow(found.row, this.encryption) : null;
  }
}

const LINK = `SELECT to_jsonb(l) AS row FROM payment_links l
  WHERE customer_app_id = $1 AND payment_link_id =`;
const LOCK = byKey(`${LINK} $2 FOR UPDATE`);
// An attempt never changes its link.
const LOCK_OF_ATTEMPT = byKey(`${LINK} (SELECT payment_link_id FROM payment_attempts
  WHERE customer_app_id = $1 AND attempt_id = $2) FOR UPDATE`);
const ATTEMPT = byKey(`SELECT to_jsonb(a) AS row FROM payment_attempts a
  WHERE customer_app_id = $1 AND attempt_id = $2`);
const OPEN_ATTEMPT = byKey(`SELECT to_jsonb(a) AS row FROM payment_attempts a
  JOIN payment_links l
    ON l.customer_app_id = a.customer_app_id AND l.open_attempt_id = a.attempt_id
  WHERE l.customer_app_id = $1 AND l.payment_link_id = $2`);

// The newest attempt is shown; the newest that was submitted decides the session status.
const READ = `
  SELECT to_jsonb(l) AS link, coalesce((
    SELECT jsonb_agg(to_jsonb(a) ORDER BY a.ordinal DESC) FROM payment_attempts a
    WHERE a.customer_app_id = l.customer_app_id AND a.payment_link_id = l.payment_link_id
      AND a.ordinal >= coalesce((
        SELECT max(s.ordinal) FROM payment_attempts s
        WHERE s.customer_app_id = l.customer_app_id AND s.payment_link_id = l.payment_link_id
          AND s.status <> ALL ($3)), l.attempts)
  ), '[]') AS attempts
  FROM payment_links l WHERE customer_app_id = $1 AND payment_link_id = $2`;

function openSender(
  key: SubjectKey,
  sealed: Buffer,
): { readonly name: string | null; readonly email: string | null } {
  return JSON.parse(key.decrypt(SENDER_FIELD, sealed)) as typeof ERASED;
}
