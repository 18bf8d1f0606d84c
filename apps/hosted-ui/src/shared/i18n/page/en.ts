export const en = {
  /** Begins the line about test mode. */
  testMode: 'Test mode.',
  footer: {
    support: 'Contact support',
    terms: 'Terms',
  },
  /** Before the session ends; `time` is that of its end. */
  sessionNotice: {
    soon: (time: string) =>
      `For your security, this page closes at ${time}. What you have entered stays if you take more time.`,
    stay: 'I need more time',
    failed: 'That did not work. Check your connection and try again.',
    last: (time: string) =>
      `This page closes at ${time} and cannot stay open longer. Finish before then, or begin again later.`,
    extended: (time: string) => `You have more time: until ${time}.`,
  },
  /** For a tab that a bank opened beside a frame. */
  backFromBank: {
    title: 'You can close this tab',
    body: (_: string) => 'The page that you came from goes on by itself.',
  },
  /** After too many requests. */
  pause: {
    wait: (seconds: number) =>
      seconds < 90
        ? 'You can try again in about a minute.'
        : `You can try again in about ${Math.ceil(seconds / 60)} minutes.`,
    now: 'You can try again now.',
  },
  /** For pages without another step. */
  wayOut: {
    closePage: 'You can close this page.',
    returningSoon: (merchant: string) => `Taking you back to ${merchant} in a few seconds.`,
    stay: 'Stay on this page',
  },
  /** The last poll failed; the next one follows. */
  unreachable: 'We have no connection at the moment and keep trying.',
  /** In place of the merchant's name before it is known. */
  someMerchant: 'the merchant',
  sending: 'Sending…',
  cancel: 'Cancel',
  actions: {
    retry: 'Try again',
    returnTo: (merchant: string) => `Return to ${merchant}`,
    contact: (merchant: string) => `Contact ${merchant}`,
  },
};

export type PageTexts = typeof en;

/** A full-screen message: what happened and what to do about it. */
export type StatusTexts = PageTexts['backFromBank'];

/** Words about two things. */
export type PairSentence = (one: string, other: string) => string;
