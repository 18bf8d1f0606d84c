/** An answer with a fixed text: stored, or about to be stored. Handlers return it unchanged. */
export class PreparedAnswer {
  constructor(
    readonly status: number,
    readonly text: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}
