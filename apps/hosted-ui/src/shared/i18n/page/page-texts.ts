/** Words that name the merchant. */
export type Sentence = (merchant: string) => string;

/** A full-screen message: what happened and what to do about it. */
export interface StatusTexts {
  readonly title: string;
  readonly body: Sentence;
}

/**
 * The texts of every hosted page. A language is an object of this type, so a missing text does not
 * compile. Texts with values are functions, so that each language orders its own sentence.
 */
export interface PageTexts {
  readonly documentTitle: (screen: string, merchant: string | null) => string;
  /** Begins the line about test mode. */
  readonly testMode: string;
  readonly footer: {
    readonly support: string;
    readonly terms: string;
  };
  /** Before the session ends; `time` is that of its end. */
  readonly sessionNotice: {
    readonly soon: (time: string) => string;
    readonly stay: string;
    readonly failed: string;
    readonly last: (time: string) => string;
    readonly extended: (time: string) => string;
  };
  /** For a tab that a bank opened beside a frame. */
  readonly backFromBank: StatusTexts;
  /** After too many requests. */
  readonly pause: {
    readonly wait: (seconds: number) => string;
    readonly now: string;
  };
  /** For pages without another step. */
  readonly wayOut: {
    readonly closePage: string;
    readonly returningSoon: Sentence;
    readonly stay: string;
  };
  /** The last poll failed; the next one follows. */
  readonly unreachable: string;
  /** In place of the merchant's name before it is known. */
  readonly someMerchant: string;
  readonly actions: {
    readonly retry: string;
    readonly returnTo: Sentence;
    readonly contact: Sentence;
  };
}
