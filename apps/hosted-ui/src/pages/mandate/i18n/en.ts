import { en as banks } from '../../../shared/banks/i18n/en.js';
import { en as page } from '../../../shared/i18n/page/en.js';
import type { PairSentence } from '../../../shared/i18n/page/en.js';

export const en = {
  ...page,
  loading: 'Loading the direct debit',
  toTry:
    'No real bank and no real money. Choose Test Bank and sign in as usergood with password datagood and code 123456.',
  progress: ({ step, of }: import('../flow/checklist.js').Progress) => `Step ${step} of ${of}`,
  summary: {
    label: 'Direct debit summary',
    title: 'Set up a direct debit',
    done: 'Direct debit set up',
    /** For one that was never set up, or is no more. */
    ended: 'Direct debit',
    perPayment: (amount: string) => `Up to ${amount} per payment`,
    /** The payer's own, which is lower. */
    ownLimit: (amount: string) => `Your own limit: ${amount} per payment`,
    noLimit: 'No highest amount',
    perPeriod: ((amount, period) => `Up to ${amount} ${period}`) satisfies PairSentence,
    countPerPeriod: (count: number, period: string) =>
      count === 1 ? `At most 1 payment ${period}` : `At most ${count} payments ${period}`,
    periods: {
      DAILY: 'a day',
      WEEKLY: 'a week',
      MONTHLY: 'a month',
      QUARTERLY: 'a quarter',
      YEARLY: 'a year',
    },
    nothingDue: 'Nothing is collected today by setting it up.',
  },
  institution: {
    ...banks.search,
    /** If only one can be chosen. */
    sole: 'Your bank',
    body: (merchant: string) => `${merchant} will collect payments from an account there.`,
    choosing: (institution: string) => `Choosing ${institution}…`,
    keep: (institution: string) => `Stay with ${institution}`,
  },
  account: {
    title: 'Your account',
    holder: 'Account holder',
    holderHint: 'As your bank writes the name',
    holderFault: 'Enter the name of the account holder.',
    number: 'Account number',
    numberHint: 'Spaces and dashes do not matter',
    numberFault: 'Enter the whole account number.',
    continue: 'Continue',
    trust: (merchant: string) =>
      `Your account details are encrypted in this browser. ${merchant} sees only the last digits.`,
  },
  consent: {
    title: 'Check and agree',
    bank: 'Bank',
    account: 'Account',
    ending: (last4: string) => `ending in ${last4}`,
    most: 'Most per payment',
    perPeriod: (period: string) => `Most ${period}`,
    count: (period: string) => `Payments ${period}`,
    from: 'From',
    until: 'Until',
    ownLimit: (currency: string) => `Your own limit per payment, in ${currency} (optional)`,
    ownLimitHint: 'Your bank rejects any payment above it.',
    ownLimitIs: (amount: string) => `Your bank rejects any payment above ${amount}.`,
    ownLimitFault: (example: string) =>
      `Enter an amount above zero, such as ${example}, or leave the field empty.`,
    ownLimitAbove: (most: string) =>
      `This agreement allows ${most} at most. Enter that or less, or leave the field empty.`,
    ownLimitBelow: (due: string) =>
      `This payment is ${due}. Enter that or more, or leave the field empty.`,
    statement: 'What you agree to',
    edit: 'Change account',
    agree: 'Agree and continue',
    agreeAndGo: (institution: string) => `Agree and continue to ${institution}`,
    decline: 'Do not agree',
    recorded: (merchant: string) =>
      `We keep a record of this text and of when you agreed, for you, ${merchant} and your bank.`,
  },
  login: {
    ...banks.login,
    body: 'Your bank wants to make sure that the account is yours.',
    userIdFault: 'Enter your user ID.',
    passwordFault: 'Enter your password.',
    trust: (merchant: string) =>
      `Encrypted in this browser, used once for this sign-in and not kept. ${merchant} never sees it.`,
  },
  code: {
    title: 'Enter the code',
    body: (institution: string) => `${institution} has sent you a one-time code.`,
    code: 'One-time code',
    hint: 'Usually 6 digits',
    fault: 'Enter the code that your bank sent you.',
    confirm: 'Confirm',
    again: 'Sign in again',
  },
  bankPage: {
    title: 'Confirm with your bank',
    leaving: (institution: string) =>
      `We are taking you to ${institution}. You come back here afterwards.`,
    newTab: (institution: string) =>
      `${institution} opens in a new tab. Come back here afterwards: this page goes on by itself.`,
    waiting: 'If you have just confirmed, this page goes on by itself.',
    nothingYet: 'Nothing has been set up yet.',
    open: (institution: string) => `Continue to ${institution}`,
  },
  notices: {
    credentials:
      'Your bank did not accept this user ID and password. Nothing was set up. Check them and try again.',
    code: 'Your bank did not accept this code. Nothing was set up yet. Check it, or use the newest one that you received.',
    too_many:
      'Further sign-ins are refused for now. Nothing was set up. Try again later, with a new link.',
    bank_down:
      'This bank cannot be reached at the moment. Nothing was set up. Try again later, or choose another bank.',
    bank_not_offered:
      'Direct debit is not offered at this bank. Nothing was set up. Please choose another one.',
    account_refused:
      'This account number cannot be right. Nothing was set up. Check it and try again.',
    not_approved: 'This was not confirmed at your bank. Nothing was set up. You can try again.',
    consent_changed:
      'What you agree to has changed since you opened this page. Nothing was set up. Please read it again.',
    limit_refused:
      'Your limit is higher than this agreement allows. Nothing was set up. Enter a lower one, or leave the field empty.',
    not_accepted: 'That could not be accepted. Nothing was set up. Please try again.',
    not_sent: 'That did not reach us. Nothing was set up. Check your connection and try again.',
    our_fault:
      'Something went wrong on our side. Nothing was set up. Please try again in a moment.',
    no_answer:
      'We have no connection, so we cannot tell yet whether that arrived. You can try again: nothing is set up twice.',
  },
  /** In place of these notices if the payer can choose no other bank. */
  noticesOfSoleBank: {
    bank_down: 'This bank cannot be reached at the moment. Nothing was set up. Try again later.',
    bank_not_offered: 'Direct debit is not offered at this bank. Nothing was set up.',
  },
  /** The next step if the only bank is unavailable. */
  unavailableSoleBank: (merchant: string) => `Try again later with a new link from ${merchant}.`,
  processing: {
    title: 'Setting up your direct debit',
    body: 'We are waiting for your bank. This usually takes a few seconds. The result appears here by itself.',
    close: (merchant: string) =>
      `You can close this page: it continues without it, and ${merchant} learns the result.`,
  },
  submitted: {
    title: 'Your bank is checking',
    body: 'Your agreement is with your bank. Some banks take up to two working days to confirm.',
    close: (merchant: string) =>
      `There is nothing left to do for you. You can close this page; ${merchant} learns the result.`,
  },
  success: {
    title: 'Direct debit set up',
    body: (merchant: string) => `Your bank has accepted the direct debit for ${merchant}.`,
    mayCollect: (merchant: string) =>
      `${merchant} may now collect payments within the limits that you agreed to.`,
  },
  alreadyDone: {
    title: 'Already set up',
    body: (merchant: string) =>
      `This direct debit for ${merchant} was set up earlier. There is nothing left to do.`,
  },
  nothingCollected: 'Nothing was set up, and no money was taken.',
  failed: {
    REJECTED: {
      title: 'Your bank refused the direct debit',
      happened: 'The bank does not allow this direct debit on the account.',
      next: (merchant: string) =>
        `Ask ${merchant} for a new link and use another account, or ask your bank why.`,
    },
    LOCKED: {
      title: 'Too many attempts',
      happened: 'Your bank refuses further sign-ins for now.',
      next: (merchant: string) => `Wait a while, then ask ${merchant} for a new link.`,
    },
    LOGIN: {
      title: 'Your bank could not confirm it was you',
      happened: 'The sign-in with your bank was refused or not finished.',
      next: (merchant: string) => `Ask ${merchant} for a new link to try again.`,
    },
    UNAVAILABLE: {
      title: 'Your bank could not be reached',
      happened: 'The bank did not answer in time.',
      next: (merchant: string) =>
        `Try again later with a new link from ${merchant}, or use another bank.`,
    },
    OTHER: {
      title: 'That did not work',
      happened: 'The direct debit could not be set up.',
      next: (merchant: string) => `Ask ${merchant} for a new link to try again.`,
    },
  },
  revoked: {
    title: 'This direct debit was withdrawn',
    body: (merchant: string) =>
      `You have withdrawn it. ${merchant} can no longer collect payments with it.`,
  },
  cancelled: {
    title: 'This direct debit was cancelled',
    body: (merchant: string) =>
      `It is no longer needed, and ${merchant} cannot collect payments with it.`,
  },
  closed: {
    title: 'This direct debit is closed',
    body: (merchant: string) =>
      `${merchant} cannot collect payments with it. There is nothing left to do.`,
  },
  declined: {
    title: 'You have not agreed',
    body: (merchant: string) =>
      `No direct debit was set up, and ${merchant} cannot collect any payment.`,
    reconsider: 'Go on after all',
  },
  invalidLink: {
    title: 'This link does not work',
    body: (_: string) =>
      'It opens once and only for a few minutes. Go back to where you came from and start again. Nothing was set up, and no money was taken.',
  },
  sessionEnded: {
    title: 'Start again',
    body: (_: string) =>
      'For your security this page has closed. Go back to where you came from and open it again. What you had already agreed to is kept, and no money was taken.',
  },
  offline: {
    title: 'No connection',
    body: (_: string) =>
      'We cannot be reached. Check your internet connection; we try again as soon as it is back. What you have agreed to so far is kept, no money was taken, and trying again sets nothing up twice.',
  },
  server: {
    title: 'Something went wrong on our side',
    body: (_: string) =>
      'The direct debit could not be loaded. Please try again in a moment: what you have agreed to so far is kept, no money was taken, and nothing is set up twice.',
  },
  rateLimited: {
    title: 'Too many attempts',
    body: (_: string) =>
      'To protect accounts from misuse we pause after several tries. The last one was not carried out, and no money was taken.',
  },
  receipt: {
    reference: 'Reference',
    ownLimit: 'Your own limit per payment',
  },
};

export type MandateTexts = typeof en;
