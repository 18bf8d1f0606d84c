import {
  askingNow,
  claimFollowUp,
  type CustomerAppId,
  type ErrorCode,
  followUpsFrom,
  type MandateId,
} from '@towpath/kernel';

/** The reason why a mandate must not become active. */
export interface Recall {
  readonly code: ErrorCode;
  readonly explanation: string;
}

/** The reason of a refusal or end in the bank's words: stored, never shown. */
export interface BankReason {
  readonly code: string;
  readonly text: string;
}

interface SubmissionSnapshot {
  readonly mandateId: MandateId;
  readonly customerAppId: CustomerAppId;
  /** The bank's and our name of the mandate. */
  readonly reference: string;
  /** The bank, for example `GW3`; null until the mandate is sent. */
  readonly integrationId: string | null;
  /** The bank's reference, from its acceptance on. */
  readonly integrationMetadata: object | null;
  readonly bankReason: BankReason | null;
  readonly recall: Recall | null;
  /** Null while the bank has certainly not received it. */
  readonly sentAt: Date | null;
  /** When the next step is due; null if both sides agree permanently. */
  readonly followUpAt: Date | null;
  readonly followUpsAsked: number;
  readonly createdAt: Date;
}

/** The side of a mandate that faces the bank; its status is the mandate's. */
export class Submission {
  private constructor(private values: SubmissionSnapshot) {}

  /** Written in the transaction that authorizes the mandate: it is sent whatever happens then. */
  static plan(
    { mandateId, customerAppId }: Pick<SubmissionSnapshot, 'mandateId' | 'customerAppId'>,
    at: { readonly now: Date; readonly followUpAt: Date },
  ): Submission {
    return new Submission({
      mandateId,
      customerAppId,
      reference: mandateId,
      integrationId: null,
      integrationMetadata: null,
      bankReason: null,
      recall: null,
      sentAt: null,
      followUpAt: at.followUpAt,
      followUpsAsked: 0,
      createdAt: at.now,
    });
  }

  /** The bank has it already, under its own reference. */
  static imported(
    known: Pick<SubmissionSnapshot, 'mandateId' | 'customerAppId' | 'reference'> & {
      readonly integrationId: string;
      readonly integrationMetadata: object;
    },
    now: Date,
  ): Submission {
    const nothingDue = { recall: null, bankReason: null, followUpAt: null, followUpsAsked: 0 };
    return new Submission({ ...known, ...nothingDue, sentAt: now, createdAt: now });
  }

  static restore(snapshot: SubmissionSnapshot): Submission {
    return new Submission(snapshot);
  }

  get snapshot(): SubmissionSnapshot {
    return this.values;
  }

  /** From now on the bank may have it. */
  send(integrationId: string, at: { readonly now: Date; readonly followUpAt: Date }): void {
    this.set({ integrationId, sentAt: at.now, followUpAt: at.followUpAt, followUpsAsked: 0 });
  }

  /** The first reason stays, because the bank may already have received it. */
  callBack(recall: Recall): void {
    this.set({ recall: this.values.recall ?? recall });
  }

  /** Adds what the bank reported beside its decision; absent members stay unchanged. */
  keep(told: Pick<SubmissionSnapshot, 'integrationMetadata' | 'bankReason'>): void {
    this.set({
      integrationMetadata: told.integrationMetadata ?? this.values.integrationMetadata,
      bankReason: told.bankReason ?? this.values.bankReason,
    });
  }

  /** The bank received a request: the schedule starts again. */
  askFromNowOn(followUpAt: Date): void {
    this.set(followUpsFrom(followUpAt));
  }

  /** The caller asks; if the caller dies, the schedule asks. */
  askNow(now: Date): void {
    this.set(askingNow(now));
  }

  /** Takes the question that is due, so that no second worker asks it too; false without one. */
  claimFollowUp(now: Date): boolean {
    const next = claimFollowUp(this.values, now);
    if (next) this.set(next);
    return next !== null;
  }

  /** The bank answered: the next question waits until then; null for never. */
  waitUntil(followUpAt: Date | null): void {
    this.set({ followUpAt });
  }

  private set(values: Partial<SubmissionSnapshot>): void {
    this.values = { ...this.values, ...values };
  }
}
