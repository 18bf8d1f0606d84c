import { en as page } from '../../../shared/i18n/page/en.js';
import type { PairSentence } from '../../../shared/i18n/page/en.js';

export const en = {
  ...page,
  toTry: {
    body: 'No real money moves.',
    /** The same if a card can be typed. */
    withCard:
      'No real money moves. Pay with card 4242 4242 4242 4242, any future expiry date and any security code.',
  },
  summary: {
    label: 'Payment summary',
    amountDue: 'Amount to pay',
    amount: 'Amount',
    /** Before one is chosen: a card or a direct debit. */
    saveMethod: 'Save a payment method',
    cardSaved: 'Card saved',
    nothingDue: 'Nothing is charged today.',
    reference: 'Reference',
  },
  loading: 'Loading the payment',
  autopay: {
    title: 'Pay automatically next time?',
    body: (merchant: string) => `${merchant} asks whether it may make later payments without you.`,
    yes: 'Yes, pay automatically',
    yesBody: (merchant: string) =>
      `${merchant} charges the method that you use now when a payment is due.`,
    no: 'No, ask me each time',
    noBody: (_: string) => 'You start each payment yourself.',
    continue: 'Continue',
    change: (merchant: string) => `You can change this at any time with ${merchant}.`,
  },
  oneTap: {
    title: 'Choose how to pay',
    label: 'Pay with one tap',
    payWith: (card: string) => `Pay with ${card}`,
    wallet: 'Pay with your wallet',
    orByCard: 'Or pay by card',
    orByAnotherCard: 'Or pay with another card',
    setupTitle: 'Choose a payment method',
    orSaveCard: 'Or save a card',
  },
  cardForm: {
    title: 'Pay by card',
    setupTitle: 'Save your card',
    frameTitle: 'Card details',
    accepted: 'Accepted cards',
    loading: 'Loading the card form',
    pay: (amount: string) => `Pay ${amount}`,
    save: 'Save card',
    paying: 'Sending your payment…',
    saving: 'Saving your card…',
    reload: 'Reload the card form',
    trust: (merchant: string) =>
      `Your card details go straight to the card processor. ${merchant} never sees your card number.`,
    consent: {
      AUTOPAY: {
        PAYMENT: (merchant: string) =>
          `By paying, you also let ${merchant} store this card and charge it for later payments without asking you each time.`,
        SETUP: (merchant: string) =>
          `By saving this card, you let ${merchant} charge it for later payments without asking you each time.`,
      },
      CLICK_TO_PAY: {
        PAYMENT: (merchant: string) =>
          `${merchant} stores this card to make your next payment quicker. It is charged only when you start a payment yourself.`,
        SETUP: (merchant: string) =>
          `${merchant} stores this card for later. It is charged only when you start a payment yourself.`,
      },
    },
    notices: {
      card: 'Check your card details and try again. You have not been charged.',
      cardFormSilent:
        'The card form did not answer. You have not been charged. Reload it and try again.',
      notReceived:
        'Your details did not reach us, so you have not been charged. Check your connection and try again.',
      notAccepted:
        'Your card could not be taken this time. You have not been charged. Please enter it again.',
    },
  },
  processing: {
    title: 'Confirming your payment',
    setupTitle: 'Confirming your card',
    body: 'We are waiting for your bank to confirm. This usually takes a few seconds, sometimes a few minutes. The result appears here by itself.',
    setupBody:
      'We are waiting for your bank to confirm your card. This usually takes a few seconds. The result appears here by itself.',
    doNotRepeat: (merchant: string) =>
      `Please do not pay again. You can close this page: the payment continues without it, and ${merchant} learns the result.`,
    setupDoNotRepeat: (merchant: string) =>
      `You can close this page: it continues without it, and ${merchant} learns the result.`,
  },
  challenge: {
    title: 'Confirm with your bank',
    leaving: 'Your bank wants to make sure that it is you. We are taking you to its page.',
    waiting:
      'Your bank wants to make sure that it is you. If you have just confirmed, the result appears here by itself.',
    notCharged: 'You have not been charged yet.',
    open: 'Continue to your bank',
  },
  success: {
    title: 'Payment complete',
    body: ((amount, merchant) => `You paid ${amount} to ${merchant}.`) satisfies PairSentence,
    setupTitle: 'Card saved',
    setupBody: (merchant: string) => `Your card is saved for ${merchant}. Nothing was charged.`,
    saved: {
      AUTOPAY: (merchant: string) => `${merchant} may charge this card for later payments.`,
      CLICK_TO_PAY: (_: string) => 'The card is charged only when you start a payment yourself.',
    },
  },
  alreadyPaid: {
    title: 'Already paid',
    body: (merchant: string) =>
      `This payment to ${merchant} was completed earlier. You have not been charged again, and there is nothing left to do.`,
    setupTitle: 'Card already saved',
    setupBody: (merchant: string) =>
      `A card was saved for ${merchant} through this link earlier. There is nothing left to do.`,
  },
  failed: {
    PAYMENT_METHOD_EXPIRED: {
      title: 'Your card has expired',
      happened: 'The bank refused the card because its expiry date has passed.',
      next: 'Try again with another card.',
    },
    PAYMENT_METHOD_DECLINED: {
      title: 'Your card was declined',
      happened: 'Your bank did not approve the card and gave us no further reason.',
      next: 'Try another card, or ask your bank why.',
    },
    INSUFFICIENT_FUNDS: {
      title: 'Not enough funds',
      happened: 'Your bank answered that the card does not have enough funds or credit for this.',
      next: 'Try another card, or top up this one and try again.',
    },
    AUTHENTICATION_FAILED: {
      title: 'Your bank could not confirm it was you',
      happened: 'The confirmation with your bank was refused or not finished.',
      next: 'Try again and finish the confirmation, or use another card.',
    },
    OTHER: {
      title: 'That did not work',
      happened: 'The card could not be processed.',
      next: 'Try again, or use another card.',
    },
  },
  debit: {
    offer: 'Direct debit from your bank',
    /** One that was saved: its bank, and the last characters of the account number. */
    payFrom: ((bank, ending) =>
      `Pay from ${bank}, account ending in\u00a0${ending}`) satisfies PairSentence,
    /** The same account in a sentence that only names it. */
    account: ((bank, ending) => `Account ending in ${ending}, ${bank}`) satisfies PairSentence,
    /** In place of an unknown name of the bank. */
    yourBank: 'your bank',
    /** A saved one was refused before anything was sent. */
    cannotPay:
      'This direct debit can no longer be used for this payment. You have not been charged. Please choose another way to pay.',
    /** While its payment waits for the bank. */
    collecting:
      'Your bank is carrying out the direct debit. That can take several days. There is nothing more for you to do; if the result comes soon, it appears here by itself.',
    setUp: 'Set up a direct debit',
    settingUp: {
      title: 'Setting up your direct debit',
      body: 'We are waiting for your bank. That can take up to a few days. There is nothing more for you to do; if the result comes soon, it appears here by itself.',
    },
    setUpDone: 'Direct debit set up',
    setUpBody: (merchant: string) =>
      `Your direct debit for ${merchant} is set up. Nothing was charged.`,
    failed: {
      INSUFFICIENT_FUNDS: {
        title: 'Not enough funds',
        happened: 'Your bank answered that the account does not have enough funds for this.',
        next: 'Top up the account and try again, or pay another way.',
      },
      AUTHENTICATION_FAILED: {
        title: 'Your bank could not confirm it was you',
        happened: 'The sign-in with your bank was refused or not finished.',
        next: 'Try again, or pay another way.',
      },
      OUTSIDE_TERMS: {
        title: 'Not within what you agreed to',
        happened: 'The payment is above a limit of your direct debit, or outside its days.',
        next: 'Pay another way.',
      },
      ENDED: {
        title: 'Your direct debit has ended',
        happened: 'It was withdrawn or cancelled before the payment was collected.',
        next: 'Set it up again, or pay another way.',
      },
      OTHER: {
        title: 'Your bank did not accept it',
        happened: 'Your bank did not carry out the direct debit.',
        next: 'Try again, or pay another way.',
      },
    },
  },
  transfer: {
    offer: 'Bank transfer',
    title: 'Pay by bank transfer',
    body: (merchant: string) =>
      `Transfer exactly this amount to ${merchant} with your bank, in one transfer, and give the reference with it.`,
    amount: 'Amount to transfer',
    recipient: 'Recipient',
    account: 'Account number',
    reference: 'Transfer reference',
    /** What happens to a transfer of another amount. */
    rules:
      'Without the reference we cannot tell what the money is for. If you transfer less, all of it is sent back to you. If you transfer more, the rest is sent back.',
    waiting:
      'When the money arrives, the result appears here by itself. You can close this page meanwhile.',
    otherWay: 'Pay another way',
    /** A payer who has already transferred the money must not choose another method. */
    otherWayRule:
      'Have you transferred the money already? Then stay with the transfer: if you choose another way, it is sent back to you.',
    /** About a transfer that was returned, by its amount. */
    returned: {
      TOO_LITTLE: (amount: string) =>
        `We received ${amount}, which is less than the amount. The money was sent back to you. Please transfer the whole amount in one transfer.`,
      OTHER_CURRENCY: (amount: string) =>
        `We received ${amount}, which is another currency than that of this payment. The money was sent back to you.`,
    },
  },
  surcharge: {
    label: 'Surcharge',
    total: 'Total to pay',
    added: (amount: string) => `(+\u00a0${amount} surcharge)`,
    included: (amount: string) => `Includes a surcharge of ${amount}`,
    changed:
      'The surcharge of this way to pay has changed. You have not been charged. Look at the new total and try again.',
  },
  moneyMoved: {
    NO: (_: string) => 'You have not been charged.',
    YES: (merchant: string) =>
      `You were charged. The money is being returned; contact ${merchant} if it does not arrive within a few days.`,
    UNKNOWN: (merchant: string) =>
      `We do not know yet whether you were charged. Please do not pay again before ${merchant} confirms.`,
  },
  expired: {
    title: 'This payment link has expired',
    body: (merchant: string) => `The time to pay is over. Ask ${merchant} for a new link.`,
  },
  cancelled: {
    title: 'This payment was cancelled',
    body: (merchant: string) => `${merchant} cancelled it, so there is nothing left to pay here.`,
  },
  invalidLink: {
    title: 'This link does not work',
    body: (_: string) =>
      'It may be incomplete or no longer valid. Open it again from the message you received, or ask the sender for a new one. You have not been charged.',
  },
  sessionEnded: {
    title: 'Open the link again',
    body: (_: string) =>
      'For your security this page has closed. Open the payment link again to go on. If you have not pressed Pay, you have not been charged; if you have, open the link before you pay again: it shows the result.',
  },
  /** The link takes no more attempts, by one method or by any that it offers. */
  usedUp: {
    by: {
      CARD: (merchant: string) =>
        `This payment link takes no more cards, now or later. Choose another way, or ask ${merchant} for a new link.`,
      MANDATE: (merchant: string) =>
        `This payment link takes no more direct debits, now or later. Choose another way, or ask ${merchant} for a new link.`,
    },
    otherWays: 'See other ways to pay',
    title: 'This link takes no more attempts',
    body: 'To protect cards and accounts from misuse, a payment link takes only a few attempts. All of this one are used, and waiting does not change that.',
    next: (merchant: string) => `Ask ${merchant} for a new link.`,
  },
  noMethod: {
    title: 'No way to pay right now',
    body: (merchant: string) =>
      `${merchant} cannot take payments through this link at the moment. You have not been charged. Try again later, or contact ${merchant}.`,
  },
  offline: {
    title: 'No connection',
    body: (_: string) =>
      'We cannot reach the payment service. Check your internet connection; we try again as soon as it is back. If you have not pressed Pay, you have not been charged; if you have, the result appears here. Trying again never charges you twice.',
  },
  server: {
    title: 'Something went wrong on our side',
    body: (_: string) =>
      'We could not load this payment. If you have not pressed Pay, you have not been charged; if you have, the result appears here. Please try again in a moment: that never charges you twice.',
  },
  rateLimited: {
    title: 'Too many attempts',
    body: (_: string) =>
      'To protect cards and accounts from misuse we pause after several tries. The last try was not carried out, and nothing was charged for it.',
  },
  receipt: {
    card: 'Card',
    account: 'Paid from',
    cardEnding: ((brand, last4) => `${brand} ending in ${last4}`) satisfies PairSentence,
  },
  brandUnknown: 'Card',
};

export type Texts = typeof en;
