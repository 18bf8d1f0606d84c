import { askingNow, claimFollowUp, followUpsFrom, type FollowUps } from './follow-ups.js';

/** The questions about an outcome, by the app's clock: a part of an aggregate, saved in its row. */
export class Schedule {
  constructor(private values: FollowUps) {}

  /** The caller asks after the commit. */
  static asking(now: Date): Schedule {
    return new Schedule(askingNow(now));
  }

  /** The columns of the row. */
  get followUps(): FollowUps {
    const { followUpAt, followUpsAsked } = this.values;
    return { followUpAt, followUpsAsked };
  }

  /**
   * The caller asks after the commit; if the caller dies, the job asks 10 s later, or once the call
   * has certainly ended.
   * @param callMs the longest time that the call of the caller takes
   */
  wake(now: Date, callMs = 0): void {
    this.values = askingNow(now, callMs);
  }

  /** The job asks at this instant, whatever was planned before. */
  makeDue(at: Date): void {
    this.values = followUpsFrom(at);
  }

  /** The question that is planned comes at this instant at the latest; false if it does anyway. */
  askBy(at: Date): boolean {
    const { followUpAt } = this.values;
    if (followUpAt === null || followUpAt <= at) return false;
    this.values = { ...this.values, followUpAt: at };
    return true;
  }

  /** Takes the question that is due, so that no second worker asks it too; false without one. */
  claim(now: Date): boolean {
    const next = claimFollowUp(this.values, now);
    if (next) this.values = next;
    return next !== null;
  }

  /** No more questions are necessary. */
  rest(): void {
    this.values = { ...this.values, followUpAt: null };
  }
}
