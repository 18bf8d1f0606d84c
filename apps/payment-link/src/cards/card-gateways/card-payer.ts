/** The browser in which the payer submitted the card. */
export interface PayerBrowser {
  readonly userAgent: string | null;
  readonly language: string | null;
  /** Width and height of the screen in pixels, joined by `x`. */
  readonly screen: string | null;
}

/**
 * Personal data: never logged. Address and browser are those of the payer's own request, and null
 * when it is sent again later; name and e-mail may have changed by then. A connector keeps all of
 * them out of what its gateway compares in a repeat.
 */
export interface CardPayer {
  /** Ours for the payment user, permanently. */
  readonly key: string;
  /** Null also for a connector that takes no personal data. */
  readonly email: string | null;
  readonly name: string | null;
  /** IP address. */
  readonly address: string | null;
  readonly browser: PayerBrowser | null;
}
