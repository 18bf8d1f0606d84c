/** One behaviour of a suite: what is wrong with the subject, one sentence each; none when all is well. */
export interface SuiteCheck<Subject> {
  readonly name: string;
  faults(subject: Subject): Promise<readonly string[]>;
}

/** Some checks wait for a consumer to join its group. */
const CHECK_DEADLINE_MS = 90_000;

/** Turns checks into tests. `subject` is asked for when a test runs, so a `beforeAll` may make it. */
export function describeChecks<Subject>(
  title: string,
  { checks, subject }: { checks: readonly SuiteCheck<Subject>[]; subject: () => Subject },
): void {
  describe(title, () => {
    it.each(checks)(
      '$name',
      async (check) => {
        expect(await check.faults(subject())).toEqual([]);
      },
      CHECK_DEADLINE_MS,
    );
  });
}
