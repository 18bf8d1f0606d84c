import type { PageTexts } from './page-texts.js';

export const en: PageTexts = {
  documentTitle: (screen, merchant) => (merchant ? `${screen} · ${merchant}` : screen),
  testMode: 'Test mode.',
  footer: {
    support: 'Contact support',
    terms: 'Terms',
  },
  sessionNotice: {
    soon: (time) =>
      `For your security, this page closes at ${time}. What you have entered stays if you take more time.`,
    stay: 'I need more time',
    failed: 'That did not work. Check your connection and try again.',
    last: (time) =>
      `This page closes at ${time} and cannot stay open longer. Finish before then, or begin again later.`,
    extended: (time) => `You have more time: until ${time}.`,
  },
  backFromBank: {
    title: 'You can close this tab',
    body: () => 'The page that you came from goes on by itself.',
  },
  pause: {
    wait: (seconds) =>
      seconds < 90
        ? 'You can try again in about a minute.'
        : `You can try again in about ${Math.ceil(seconds / 60)} minutes.`,
    now: 'You can try again now.',
  },
  wayOut: {
    closePage: 'You can close this page.',
    returningSoon: (merchant) => `Taking you back to ${merchant} in a few seconds.`,
    stay: 'Stay on this page',
  },
  unreachable: 'We have no connection at the moment and keep trying.',
  someMerchant: 'the merchant',
  actions: {
    retry: 'Try again',
    returnTo: (merchant) => `Return to ${merchant}`,
    contact: (merchant) => `Contact ${merchant}`,
  },
};
