/** Texts about the search for a bank and its login. */
export interface BankTexts {
  readonly search: BankSearchTexts;
  readonly secret: { readonly show: string; readonly hide: string };
}

export interface BankSearchTexts {
  readonly search: string;
  readonly hint: string;
  readonly list: string;
  readonly found: (count: number) => string;
  readonly none: string;
  readonly failed: string;
  readonly business: string;
  readonly ownPage: string;
}
