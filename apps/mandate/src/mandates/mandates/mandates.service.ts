import { Injectable } from '@nestjs/common';
import { embeddedError } from '@towpath/contracts';
import type { CustomerAppId, MandateId } from '@towpath/kernel';
import { byKey, publishChanges, Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { ChecklistsService } from '../checklists/checklists.service.js';
import { ConsentsService, type ConsentGiven } from '../consents/consents.service.js';
import { limitsOf, LINK_GONE, Mandate, mandateNotFound, type MandateSnapshot } from './mandate.js';
import { mandates, submissions, type SubmissionSnapshot } from './mandate.table.js';
import { Submission } from './submission.js';

/** A scalar subquery for the ID of one mandate, from a table of another noun. */
export interface MandateIdQuery {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** A mandate and its side at the bank. */
export interface SubmittedMandate {
  readonly mandate: Mandate;
  readonly submission: Submission;
}

/** Commands on mandates and their submissions, which the lock of the mandate protects. */
@Injectable()
export class MandatesService {
  constructor(
    private readonly db: Transactions,
    private readonly consents: ConsentsService,
    private readonly checklists: ChecklistsService,
  ) {}

  async find(tx: AppTx, mandateId: MandateId): Promise<Mandate | null> {
    return restored(await mandates.find(tx, { mandateId }));
  }

  /** Throws MANDATE_NOT_FOUND. */
  async get(tx: AppTx, mandateId: MandateId): Promise<Mandate> {
    return known(await this.find(tx, mandateId));
  }

  /** Locks the mandate and its dependent rows until the transaction ends. */
  async lock(tx: AppTx, mandateId: MandateId): Promise<Mandate | null> {
    return restored(await mandates.lock(tx, { mandateId }));
  }

  /** Like `lock`, but throws MANDATE_NOT_FOUND. */
  async getLocked(tx: AppTx, mandateId: MandateId): Promise<Mandate> {
    return known(await this.lock(tx, mandateId));
  }

  /** Like `lock`, for the mandate that a subquery of the same statement names. */
  async lockNamedBy(tx: AppTx, { sql, params }: MandateIdQuery): Promise<Mandate | null> {
    const found = await tx.query<{ row: unknown }>(
      byKey(`SELECT to_jsonb(m) AS row FROM mandates m
       WHERE customer_app_id = $${params.length + 1} AND mandate_id = (${sql}) FOR UPDATE`),
      [...params, tx.customerApp.id],
    );
    return restored(mandates.rows(found)[0] ?? null);
  }

  /** Adds a new mandate, or what changed of a stored one, with its history and events. */
  save(batch: WriteBatch, mandate: Mandate): void {
    if (!mandate.isChanged) return;
    mandates.save(batch, mandate);
    publishMandateChanges(batch, mandate);
  }

  /** The number of an event about a charge of a locked mandate. */
  nextSequence(batch: WriteBatch, { snapshot }: Mandate): number {
    const { customerAppId, mandateId, sequence } = snapshot;
    mandates.change(batch, { customerAppId, mandateId, sequence }, { sequence: sequence + 1 });
    return sequence + 1;
  }

  /**
   * Sends a locked mandate whose factors are all satisfied to its bank: one write contains the
   * transition, the evidence of the consent and the submission. If nobody sends the mandate after
   * the commit, a job does.
   */
  async authorize(tx: AppTx, mandate: Mandate, given: ConsentGiven): Promise<void> {
    mandate.authorize(tx.now);
    const { snapshot } = mandate;
    const { mandateId, userId, currency, startDate, endDate, institutionId } = snapshot;
    const agreed = { mandateId, userId, currency, startDate, endDate, institutionId };
    const batch = new WriteBatch();
    this.save(batch, mandate);
    this.addSubmission(batch, Submission.of(snapshot, tx.now));
    await this.consents.add(tx, batch, {
      agreed: { ...agreed, limits: agreedLimits(snapshot) },
      given,
    });
    tx.write(batch);
  }

  /**
   * Saves what ended a locked mandate. A bank that may have it is due to be asked. The submissions
   * of its payer are deleted.
   */
  async saveEnded(tx: AppTx, mandate: Mandate): Promise<void> {
    const { mandateId } = mandate.snapshot;
    const [submission] = await Promise.all([
      this.submission(tx, mandateId),
      this.checklists.empty(tx, mandateId),
    ]);
    const batch = new WriteBatch();
    this.save(batch, mandate);
    if (submission && submission.snapshot.sentAt !== null) {
      submission.schedule.makeDue(tx.now);
      submissions.update(batch, submission.snapshot);
    }
    tx.write(batch);
  }

  /**
   * A payment link gives up its mandate: the payer left, chose another method, or the link ended. A
   * draft is closed `at` the instant at which its link gave it up, by default at present. A mandate
   * that the bank may have is ended there and fails. One that is already active is cancelled. An
   * ended mandate stays unchanged, so this is repeatable. Null for an unknown mandate.
   */
  async abandon(
    tx: AppTx,
    mandateId: MandateId,
    { reason, at }: { readonly reason: string | null; readonly at?: Date },
  ): Promise<Mandate | null> {
    const mandate = await this.lock(tx, mandateId);
    if (!mandate) return null;
    if (mandate.can('abandon')) {
      mandate.move('abandon', instantOf(mandate, { at: at ?? tx.now, now: tx.now }), reason);
      await this.saveEnded(tx, mandate);
    } else if (mandate.status === 'SUCCEEDED') {
      mandate.move('cancel', tx.now);
      await this.saveEnded(tx, mandate);
    } else if (mandate.can('fail')) {
      await this.recall(tx, mandateId);
    }
    return mandate;
  }

  /**
   * Ends a mandate after its last day: it can no longer be charged or authorized. False when it is
   * not over, or has ended otherwise.
   */
  end(app: CustomerAppId, mandateId: MandateId): Promise<boolean> {
    return this.db.forApp(app, async (tx) => {
      const mandate = await this.lock(tx, mandateId);
      if (!mandate?.can('end') || !mandate.isOver(tx.now)) return false;
      mandate.move('end', tx.now);
      await this.saveEnded(tx, mandate);
      return true;
    });
  }

  async submission(tx: AppTx, mandateId: MandateId): Promise<Submission | null> {
    const row = await submissions.find(tx, { mandateId });
    return row && Submission.restore(row);
  }

  /** The mandate that a bank knows by a name. */
  async namedAtBank(tx: AppTx, reference: string): Promise<SubmissionSnapshot | null> {
    const found = await tx.query<{ row: unknown }>(
      byKey(`SELECT to_jsonb(s) AS row FROM mandate_submissions s
       WHERE customer_app_id = $1 AND reference = $2 ORDER BY mandate_id LIMIT 1`),
      [tx.customerApp.id, reference],
    );
    return submissions.rows(found)[0] ?? null;
  }

  /** In one packet; null for a mandate that never went to a bank. */
  async submitted(
    tx: AppTx,
    mandateId: MandateId,
    { lock }: { readonly lock: boolean },
  ): Promise<SubmittedMandate | null> {
    const [mandate, submission] = await Promise.all([
      lock ? this.lock(tx, mandateId) : this.find(tx, mandateId),
      this.submission(tx, mandateId),
    ]);
    return mandate && submission && { mandate, submission };
  }

  saveSubmitted(tx: AppTx, { mandate, submission }: SubmittedMandate): void {
    const batch = new WriteBatch();
    this.save(batch, mandate);
    submissions.update(batch, submission.snapshot);
    tx.write(batch);
  }

  addSubmission(batch: WriteBatch, { snapshot }: Submission): void {
    submissions.insert(batch, snapshot);
  }

  /** The bank may be deciding; whatever it decides, the mandate does not become active. */
  private async recall(tx: AppTx, mandateId: MandateId): Promise<void> {
    const submission = await this.submission(tx, mandateId);
    if (!submission) return;
    submission.callBack(LINK_GONE);
    submission.schedule.makeDue(tx.now);
    const batch = new WriteBatch();
    submissions.update(batch, submission.snapshot);
    tx.write(batch);
  }
}

function publishMandateChanges(batch: WriteBatch, { snapshot, changes }: Mandate): void {
  const { customerAppId, failure } = snapshot;
  publishChanges(batch, { customerAppId, changes }, (change) => {
    const failed = change.to === 'FAILED' && failure !== null;
    return {
      mandate_id: snapshot.mandateId,
      payment_method_id: snapshot.paymentMethodId,
      currency: snapshot.currency,
      user_id: snapshot.userId,
      external_user_id: snapshot.externalUserId,
      institution_id: snapshot.institutionId ?? undefined,
      sender_account_id: snapshot.senderAccountId ?? undefined,
      dda_reference: snapshot.ddaReference ?? undefined,
      payment_link_id: snapshot.paymentLinkId ?? undefined,
      metadata: snapshot.metadata ?? {},
      error: failed ? embeddedError(failure.code, failure.explanation) : undefined,
      reason: change.reason ?? undefined,
    };
  });
}

function restored(row: MandateSnapshot | null): Mandate | null {
  return row && Mandate.restore(row);
}

function known(mandate: Mandate | null): Mandate {
  if (!mandate) throw mandateNotFound();
  return mandate;
}

/** The limits of the customer app, and the payer's own limit if there is one. */
function agreedLimits(mandate: MandateSnapshot): object | null {
  const { payerMaxAmount } = mandate;
  const limits = limitsOf(mandate);
  return payerMaxAmount === null ? limits : { ...limits, payerMaxAmount };
}

/** Not before the last change of the mandate, nor after the present. */
function instantOf(
  { snapshot }: Mandate,
  { at, now }: { readonly at: Date; readonly now: Date },
): Date {
  if (at > now) return now;
  return snapshot.updatedAt > at ? snapshot.updatedAt : at;
}
