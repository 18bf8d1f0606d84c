import { en as banks } from '../../../shared/banks/i18n/en.js';
import { en as page } from '../../../shared/i18n/page/en.js';

export const en = {
  ...page,
  loading: 'Loading the account link',
  /** Instructions for a page with simulated banks. */
  toTry:
    'No real bank and no real data. Choose Test Bank and sign in as usergood with password datagood, or as user_otp with code 123456.',
  /** In place of an unknown name of the bank. */
  someBank: 'Your bank',
  summary: {
    label: 'Account link summary',
    title: 'Link your account',
    update: 'Update your account link',
    refresh: 'Update your data',
    readOnly: 'Your data is only read. No money can be moved with it.',
  },
  institution: {
    ...banks.search,
    body: (merchant: string) => `${merchant} will see data of your accounts there, once you agree.`,
    country: 'Country or region',
    any: 'All',
    type: 'Type',
    types: { BANK: 'Banks', WALLET: 'Wallets', TEST: 'Test banks' },
    opening: 'Opening the bank…',
  },
  consent: {
    title: 'Check and agree',
    statement: 'What you agree to',
    refresh: 'Keep the data up to date',
    /** Shown if a password is stored for the refresh. */
    refreshHint: (merchant: string) =>
      `${merchant} gets new data without asking you again. Your login is kept for this, encrypted, and for nothing else.`,
    /** The same at a bank with a page of its own. */
    refreshHintOwnPage: (merchant: string) =>
      `${merchant} gets new data without asking you again, for as long as your bank allows it.`,
    refreshForced: (merchant: string) =>
      `${merchant} gets new data regularly, without asking you again. Your login is kept for this, encrypted, and for nothing else.`,
    recorded: (merchant: string) =>
      `We keep a record of this text and of when you agreed, for you and ${merchant}.`,
    agree: 'Agree and continue',
    agreeAndGo: (institution: string) => `Agree and continue to ${institution}`,
    decline: 'Do not agree',
  },
  login: {
    ...banks.login,
    fault: (field: string) => `Fill in: ${field}.`,
    otherWay: 'Sign in another way',
    trust: (merchant: string) =>
      `Your login is encrypted in this browser. ${merchant} never sees it.`,
  },
  refresh: {
    title: (institution: string) => `Update from ${institution}`,
    body: (merchant: string) =>
      `${merchant} asks for your newest data. Your saved login is used; what you agreed to stays the same.`,
    ownPage: (institution: string) => `${institution} asks you to confirm on its own page.`,
    update: 'Update now',
    continue: (institution: string) => `Continue to ${institution}`,
    typeAnew: 'Enter my login again',
  },
  connecting: {
    title: (institution: string) => `Signing in to ${institution}`,
    body: 'This usually takes a few seconds. This page goes on by itself.',
  },
  action: {
    code: 'Enter the code',
    device: 'Choose a device',
    other: 'Your bank asks',
    codeHint: 'Spaces do not matter',
    fault: 'Please answer this.',
    choose: 'Please choose',
    confirm: 'Continue',
  },
  bankPage: {
    title: 'Confirm with your bank',
    leaving: (institution: string) =>
      `We are taking you to ${institution}. You come back here afterwards.`,
    newTab: (institution: string) =>
      `${institution} opens in a new tab. Come back here afterwards: this page goes on by itself.`,
    waiting: 'If you have just confirmed, this page goes on by itself.',
    nothingYet: 'Nothing has been linked yet.',
    open: (institution: string) => `Continue to ${institution}`,
  },
  connected: {
    title: (institution: string) => `${institution} is linked`,
    arriving: (merchant: string) => `You are signed in. Your data is on its way to ${merchant}.`,
    complete: (merchant: string) => `${merchant} has received the data that you agreed to.`,
    partial: (merchant: string) =>
      `${merchant} has received part of the data. The rest could not be read at your bank.`,
    empty: {
      title: 'No data found',
      body: (merchant: string) =>
        `You are signed in, but your bank has no data under this login that ${merchant} asked for.`,
    },
    goesOn: 'You need not wait: it continues without this page.',
    progress: 'Your data',
    products: {
      accounts: 'Accounts and balances',
      transactions: 'Transactions',
      statements: 'Statements',
      account_numbers: 'Account numbers',
      identity: 'Name and contact details',
      balance_history: 'Earlier balances',
      payments: 'Payments',
      income_estimation: 'Estimate of income',
      card_details: 'Card details',
    },
    states: {
      ARRIVING: 'On its way',
      READY: 'Received',
      PARTLY: 'Received in part',
      NONE: 'None found',
      FAILED: 'Could not be read',
    },
  },
  failed: {
    LOCKED: {
      title: 'Too many attempts',
      happened: (institution: string) => `Further sign-ins at ${institution} are refused for now.`,
      next: 'Wait a while before you try again. If your bank locked the login, it can tell you when the lock ends.',
    },
    LIMITED: {
      title: 'Too many attempts',
      happened: (institution: string) =>
        `Too many sign-ins failed, so we do not try ${institution} again for now.`,
      next: 'Go back to the app and try again later from there.',
    },
    UNAVAILABLE: {
      title: 'The bank cannot be reached',
      happened: (institution: string) => `${institution} does not answer at the moment.`,
      next: 'Try again in a few minutes. Your login was not refused.',
    },
    REFUSED: {
      title: 'Not confirmed',
      happened: (institution: string) => `The sign-in was not confirmed at ${institution}.`,
    },
    OTHER_LOGIN: {
      title: 'This is another login',
      happened: (institution: string) =>
        `${institution} confirmed the sign-in, but this is not the login that you linked before.`,
      next: 'Sign in with the login that you linked first. To link this one, start again in the app.',
    },
    TIMED_OUT: {
      title: 'No answer in time',
      happened: (institution: string) =>
        `${institution} waited for your answer and then ended the sign-in.`,
    },
    OTHER: {
      title: 'That did not work',
      happened: (institution: string) => `${institution} could not be linked.`,
    },
  },
  nothingLinked: 'Nothing was linked.',
  /** The same for a link that is there already. */
  nothingChanged: 'Nothing was changed.',
  sameBank: 'Try again',
  otherBank: 'Choose another bank',
  notices: {
    credentials: 'Your bank did not accept this login. Nothing was linked. Check it and try again.',
    kept_login: 'Your saved login no longer works. Enter it again to update your data.',
    bank_not_offered:
      'This bank cannot be linked yet. Nothing was linked. Please choose another one.',
    consent_changed:
      'What you agree to has changed since you opened this page. Nothing was linked. Please read it again.',
    not_accepted: 'That could not be accepted. Please try again.',
    not_sent: 'That did not reach us. Check your connection and try again.',
    our_fault: 'Something went wrong on our side. Please try again in a moment.',
    stuck: 'Your browser did not let us take you back. Please try again.',
  },
  /** Those that read otherwise for a link that is there already. */
  updateNotices: {
    credentials:
      'Your bank did not accept this login. Nothing was changed. Check it and try again.',
    bank_not_offered: 'This bank cannot be updated at the moment. Nothing was changed.',
    consent_changed:
      'What you agree to has changed since you opened this page. Nothing was changed. Please read it again.',
  },
  left: {
    title: 'Nothing was linked',
    body: (merchant: string) =>
      `${merchant} has received no data. You can start again there at any time.`,
  },
  /** The same for a link that is there already. */
  unchanged: {
    title: 'Nothing was changed',
    body: (merchant: string) => `${merchant} has received no new data. Your link stays as it was.`,
  },
  done: {
    title: 'All done',
    body: (merchant: string) => `${merchant} continues with your data. You can close this page.`,
  },
  /** The user cancelled after the bank had accepted the login. */
  alreadyLinked: {
    title: 'Your bank had already accepted',
    body: (merchant: string) =>
      `Your login was accepted before you cancelled. ${merchant} receives the data that you agreed to. To end the link, contact ${merchant}.`,
  },
  invalidLink: {
    title: 'This link does not work',
    body: (_: string) =>
      'It opens once and only for a few minutes. Go back to where you came from. You can start again there.',
  },
  sessionEnded: {
    title: 'Start again',
    body: (_: string) =>
      'For your security this page has closed. Go back to where you came from and open it again.',
  },
  offline: {
    title: 'No connection',
    body: (_: string) =>
      'We cannot be reached. Check your internet connection; we try again as soon as it is back.',
  },
  server: {
    title: 'Something went wrong on our side',
    body: (_: string) => 'The page could not be loaded. Please try again in a moment.',
  },
  rateLimited: {
    title: 'Too many attempts',
    body: (_: string) =>
      'To protect accounts from misuse we pause after several tries. The last one was not carried out.',
  },
};

export type LinkTexts = typeof en;
