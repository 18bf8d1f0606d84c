/** An answer whose exact text is fixed: stored, or about to be. Handlers return it as it is. */
export class PreparedAnswer {
  constructor(
    readonly status: number,
    readonly text: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}
