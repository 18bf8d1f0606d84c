import { Schedule, type FollowUps } from '@towpath/kernel';
import type { SubmissionSnapshot } from './mandate.table.js';

type Values = Omit<SubmissionSnapshot, keyof FollowUps>;
/** The bank, and what it is reached by. */
interface BankName {
  readonly integrationId: string;
  readonly connector: string;
}

type Names = Pick<Values, 'mandateId' | 'customerAppId'>;

/** The side of a mandate that faces the bank; its status is the mandate's. */
export class Submission {
  private constructor(
    private values: Values,
    private plan: Schedule,
  ) {}

  /** Written in the transaction that authorizes the mandate: it is sent whatever happens then. */
  static of({ mandateId, customerAppId }: Names, now: Date): Submission {
    const unknown = {
      integrationId: null,
      connector: null,
      integrationMetadata: null,
      bankReason: null,
    };
    return new Submission(
      {
        mandateId,
        customerAppId,
        reference: mandateId,
        ...unknown,
        recall: null,
        sentAt: null,
        createdAt: now,
      },
      Schedule.asking(now),
    );
  }

  /** The bank has it already, under its own reference; nothing is due. */
  static imported(
    known: Names & BankName & { readonly reference: string; readonly integrationMetadata: object },
    now: Date,
  ): Submission {
    return new Submission(
      { ...known, bankReason: null, recall: null, sentAt: now, createdAt: now },
      new Schedule({ followUpAt: null, followUpsAsked: 0 }),
    );
  }

  static restore(snapshot: SubmissionSnapshot): Submission {
    return new Submission(snapshot, new Schedule(snapshot));
  }

  get snapshot(): SubmissionSnapshot {
    return { ...this.values, ...this.plan.followUps };
  }

  get schedule(): Schedule {
    return this.plan;
  }

  /** From now on the bank may have it. The caller asks after the commit. */
  send({ integrationId, connector }: BankName, now: Date): void {
    this.values = { ...this.values, integrationId, connector, sentAt: now };
    this.plan.wake(now);
  }

  /** The first reason stays, because the bank may already have received it. */
  callBack(recall: Values['recall']): void {
    this.values = { ...this.values, recall: this.values.recall ?? recall };
  }

  /** Adds what the bank reported besides its decision; absent members stay unchanged. */
  keep(reported: Pick<Values, 'integrationMetadata' | 'bankReason'>): void {
    const { integrationMetadata, bankReason } = this.values;
    this.values = {
      ...this.values,
      integrationMetadata: reported.integrationMetadata ?? integrationMetadata,
      bankReason: reported.bankReason ?? bankReason,
    };
  }

  /** The bank answered: the next question waits until then; null for never. */
  waitUntil(followUpAt: Date | null): void {
    this.plan = new Schedule({ ...this.plan.followUps, followUpAt });
  }
}
