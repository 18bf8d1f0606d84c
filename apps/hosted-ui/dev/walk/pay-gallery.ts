import type { Texts } from '../../src/pages/pay/i18n/en.js';
import type { ScenarioName } from '../fake/scenarios.js';
import { galleryOf, goesBack, pressesMain, seesNotice, shows, type Step } from './gallery.js';
import { MandatePayer, Payer } from './visitors.js';

type Cause = keyof Texts['failed'];
type DebitCause = keyof Texts['debit']['failed'];

const { entry, says, sees } = galleryOf<'pay', Payer, ScenarioName>('pay', Payer);
const seesSetup = (screen: 'oneTap' | 'processing' | 'success' | 'alreadyPaid') =>
  says((texts) => texts[screen].setupTitle);
const form: Step<Payer> = (payer) => payer.seesCardForm();
const pays: Step<Payer> = (payer) => payer.pays();
const taps: Step<Payer> = (payer) => payer.tapsFirst();
const fills: Step<Payer> = (payer) => payer.fillCard();
const stays: Step<Payer> = (payer, { texts }) => payer.presses(texts.pay.sessionNotice.stay);
const seesProcessorForm: Step<Payer> = (payer) => payer.seesProcessorForm();
const typesAtProcessor: Step<Payer> = (payer) => payer.typesAtProcessor();
const staysAtChallenge: Step<Payer> = (payer) => payer.staysAtChallenge();
const seesFakeBank: Step<Payer> = (payer) => payer.sees('Fake bank: is this you?');
const seesItSent: Step<Payer> = ({ mainButton }, { texts }) =>
  mainButton.filter({ hasText: texts.pay.cardForm.paying }).waitFor();
const fails = (cause: Cause) => says(({ failed }) => failed[cause].title);
const debitFails = (cause: DebitCause) => says(({ debit }) => debit.failed[cause].title);
const succeeds = sees('success');
const seesTransfer = sees('transfer');
const settingUp = says(({ debit }) => debit.settingUp.title);
const setUpDone = says(({ debit }) => debit.setUpDone);

/** Chooses direct debit, and goes through its steps. */
const byDebit =
  (...steps: readonly Step<MandatePayer>[]): Step<Payer> =>
  async (payer, speaker) => {
    await payer.presses(speaker.texts.pay.debit.offer);
    const at = new MandatePayer(payer.page, payer.place);
    await at.bank('Test Bank').waitFor();
    for (const step of steps) await step(at, speaker);
  };
const choosesBank: Step<MandatePayer> = (payer) => payer.choosesBank();
const setsUp: Step<MandatePayer> = (payer) => payer.setsItUp();
const agrees: Step<MandatePayer> = (payer) => payer.agrees();
const limits: Step<MandatePayer> = (payer) => payer.limits('80');
const consents: Step<MandatePayer> = (payer) => payer.entersAccount();

/** Every screen of the payment page, and every variant of one that looks different. */
export const PAY_GALLERY = [
  entry('debit-offer', 'debit', form),
  entry('debit-only', 'setup_debit', seesSetup('oneTap')),
  entry('debit-or-card-setup', 'setup_choice', form),
  entry('debit-institution', 'debit', byDebit()),
  entry('debit-account', 'debit', byDebit(choosesBank)),
  entry('debit-consent', 'debit', byDebit(consents)),
  entry(
    'debit-consent-below-due-faults',
    'debit',
    byDebit(consents, limits, pressesMain, shows('#own-most-fault')),
  ),
  entry('debit-login', 'debit', byDebit(agrees)),
  entry('debit-processing', 'new_debit_stuck', byDebit(setsUp), sees('processing')),
  entry('debit-success', 'debit', byDebit(setsUp), succeeds),
  entry('debit-setting-up', 'setup_debit_stuck', byDebit(setsUp), settingUp),
  entry('debit-set-up', 'setup_debit', byDebit(setsUp), setUpDone),
  entry(
    'saved-debit-authentication',
    'debit_authentication',
    taps,
    debitFails('AUTHENTICATION_FAILED'),
  ),
  entry('saved-debit-limit', 'debit_limit', taps, debitFails('OUTSIDE_TERMS')),
  entry('saved-debit-withdrawn', 'debit_withdrawn', taps, debitFails('ENDED')),
  entry('saved-debit-other', 'debit_other', taps, debitFails('OTHER')),
  entry('processor-loading', 'processor_fields_loading', shows('.card-fields iframe')),
  entry('processor-form', 'processor_fields', seesProcessorForm),
  entry('processor-filled', 'processor_fields', typesAtProcessor),
  entry('processor-error', 'processor_fields', seesProcessorForm, pressesMain, seesNotice),
  entry('processor-blocked', 'processor_fields_blocked', seesNotice),
  entry(
    'processor-unanswered',
    'processor_fields_unanswered',
    typesAtProcessor,
    pressesMain,
    seesNotice,
  ),
  entry(
    'processor-declined',
    'processor_fields_declined',
    typesAtProcessor,
    pressesMain,
    fails('PAYMENT_METHOD_DECLINED'),
  ),
  entry('frame-processor-form', 'processor_fields_iframe', seesProcessorForm),
  entry('loading', 'loading', shows('.bone--fields')),
  entry('form', 'success', form),
  entry('form-live', 'live', form),
  entry('form-filled', 'success', fills),
  entry('form-error', 'success', form, pressesMain, seesNotice),
  entry('form-sending', 'slow', pays, seesItSent),
  entry('form-silent', 'silent_card_fields', shows('iframe'), seesNotice),
  entry('form-not-received', 'request_lost', pays, seesNotice, form),
  entry('form-setup', 'setup', form),
  entry('form-setup-autopay', 'setup_autopay', form),
  entry('form-pay-and-save', 'pay_and_save', form),
  entry('form-wallet', 'wallet_and_card', form),
  entry('form-saved-card', 'saved_card', form),
  entry('form-saved-debit', 'saved_debit', form),
  entry('form-debit-ended', 'debit_ended', taps, seesNotice, form),
  entry('wallet-only', 'wallet_only', sees('oneTap')),
  entry('transfer', 'transfer', seesTransfer),
  entry('transfer-returned', 'transfer_returned', seesTransfer),
  entry('form-surcharge', 'surcharge', form),
  entry('transfer-surcharge', 'transfer_surcharge', seesTransfer),
  entry('autopay', 'autopay', sees('autopay')),
  entry('form-jpy', 'jpy', form),
  entry('form-kwd', 'kwd', form),
  entry('form-long', 'long', form),
  entry('challenge', 'challenge', pays, seesFakeBank, goesBack, sees('challenge')),
  entry('processing', 'stuck', pays, sees('processing')),
  entry('processing-saved-debit', 'debit_stuck', taps, sees('processing')),
  entry('success-saved-debit', 'saved_debit', taps, succeeds),
  entry('processing-setup', 'setup_stuck', pays, seesSetup('processing')),
  entry('success', 'success', pays, succeeds),
  entry('success-jpy', 'jpy', pays, succeeds),
  entry('success-kwd', 'kwd', pays, succeeds),
  entry('success-long', 'long', pays, succeeds),
  entry('success-and-saved', 'pay_and_save', pays, succeeds),
  entry('success-auto', 'auto_redirect', pays, succeeds),
  entry('success-standalone', 'standalone', pays, succeeds),
  entry('success-setup', 'setup', pays, seesSetup('success')),
  entry('already-paid', 'paid', sees('alreadyPaid')),
  entry('already-saved', 'set_up', seesSetup('alreadyPaid')),
  entry('failed-late-money', 'failed_late_money', fails('PAYMENT_METHOD_DECLINED')),
  entry('failed-long', 'long_declined', pays, fails('PAYMENT_METHOD_DECLINED')),
  entry('failed-declined', 'declined', pays, fails('PAYMENT_METHOD_DECLINED')),
  entry('failed-funds', 'insufficient_funds', pays, fails('INSUFFICIENT_FUNDS')),
  entry('failed-expired-card', 'expired_card', pays, fails('PAYMENT_METHOD_EXPIRED')),
  entry('failed-authentication', 'authentication_failed', pays, fails('AUTHENTICATION_FAILED')),
  entry('failed-other', 'unknown_error', pays, fails('OTHER')),
  entry('failed-saved-card', 'saved_card_declined', taps, fails('PAYMENT_METHOD_DECLINED')),
  entry('failed-saved-debit', 'debit_funds', taps, debitFails('INSUFFICIENT_FUNDS')),
  entry('expired', 'expired', sees('expired')),
  entry('expired-unclear', 'expired_unclear', sees('expired')),
  entry('cancelled', 'cancelled', sees('cancelled')),
  entry('cancelled-late-money', 'cancelled_late_money', sees('cancelled')),
  entry('invalid-link', 'invalid', sees('invalidLink')),
  entry('session-ending', 'session_ending', shows('.session-notice button'), form),
  entry(
    'session-ending-failed',
    'session_ending_lost',
    form,
    stays,
    shows('.session-notice strong'),
  ),
  entry(
    'session-ending-last',
    'session_ending_for_good',
    form,
    stays,
    shows('.session-notice:not(:has(button))'),
  ),
  entry('session-ended', null, sees('sessionEnded')),
  entry('no-method', 'no_method', sees('noMethod')),
  entry('offline', 'network', sees('offline')),
  entry('server-trouble', 'broken', sees('server')),
  entry('rate-limited', 'rate_limited', pays, sees('rateLimited')),
  entry('used-up-card', 'used_up_card', pays, seesNotice, shows('.one-tap button')),
  entry('used-up-debit', 'used_up_debit', taps, seesNotice, form),
  entry('used-up', 'used_up', pays, sees('usedUp')),
  entry('failed-used-up', 'declined_at_last', fails('PAYMENT_METHOD_DECLINED')),
  entry('rate-limited-entry', 'crowded', sees('rateLimited')),
  entry('frame-form', 'iframe', form),
  entry('frame-session-ending', 'iframe_session_ending', shows('.session-notice'), form),
  entry('frame-challenge', 'iframe_challenge', staysAtChallenge, pays, sees('challenge')),
  entry('frame-failed', 'iframe_declined', pays, fails('PAYMENT_METHOD_DECLINED')),
  entry('frame-success', 'iframe', pays, succeeds),
];
