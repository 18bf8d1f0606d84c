interface DailyChange {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Sum of the day, in major units. */
  readonly amount: number;
}

interface DailyBalance {
  readonly date: string;
  readonly amount: number;
}

/**
 * The balance at the end of each day: from the present balance backwards, without the transactions
 * of the days that follow. `days` has no gaps and begins with the newest; so does the answer.
 */
export function computedBalances(days: readonly DailyChange[], present: number): DailyBalance[] {
  let thousandths = Math.round(present * 1_000);
  return days.map(({ date, amount }) => {
    const balance = { date, amount: thousandths / 1_000 };
    thousandths -= Math.round(amount * 1_000);
    return balance;
  });
}
