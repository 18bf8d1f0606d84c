/** The transfers do not come to the closing balance: the books or the query are wrong. */
export class StatementDoesNotTie extends Error {
  override readonly name = 'StatementDoesNotTie';

  /** Minor units: the closing balance of the ledger, and the sum of the transfers. */
  constructor(
    readonly currency: string,
    readonly sums: { readonly closing: number; readonly transfers: number },
  ) {
    super(`the transfers in ${currency} do not come to the closing balance of the ledger`);
  }
}
