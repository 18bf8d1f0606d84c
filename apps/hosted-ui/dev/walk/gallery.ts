import type { Texts } from '../../src/pages/pay/i18n/texts.js';
import type { ScenarioName } from '../fake/scenarios.js';
import { DEBIT_GALLERY } from './debit-gallery.js';
import type { GalleryEntry } from './gallery-entry.js';
import type { Payer } from './payer.js';

type Title = (texts: Texts) => string;

const form = (payer: Payer) => payer.seesCardForm();
const sees = (title: Title) => (payer: Payer, texts: Texts) => payer.sees(title(texts));
const paysAndSees = (title: Title) => async (payer: Payer, texts: Texts) => {
  await payer.pays();
  await payer.sees(title(texts));
};
const tapsAndSees = (title: Title) => async (payer: Payer, texts: Texts) => {
  await payer.tapsFirst();
  await payer.sees(title(texts));
};
const paid = paysAndSees(({ success }) => success.title);

/** Every screen of the payment page, and every variant of one that looks different. */
export const GALLERY: readonly GalleryEntry[] = [
  ...DEBIT_GALLERY,
  {
    name: 'loading',
    scenario: 'loading',
    arrive: (payer) => payer.page.locator('.bone--fields').waitFor(),
  },
  { name: 'form', scenario: 'success', arrive: form },
  { name: 'form-live', scenario: 'live', arrive: form },
  { name: 'form-filled', scenario: 'success', arrive: (payer) => payer.fillCard() },
  { name: 'form-error', scenario: 'success', arrive: payWithNothing },
  { name: 'form-sending', scenario: 'slow', arrive: paySlowly },
  { name: 'form-silent', scenario: 'silent_card_fields', arrive: waitInVain },
  { name: 'form-not-received', scenario: 'request_lost', arrive: payIntoTheVoid },
  { name: 'form-setup', scenario: 'setup', arrive: form },
  { name: 'form-setup-autopay', scenario: 'setup_autopay', arrive: form },
  { name: 'form-pay-and-save', scenario: 'pay_and_save', arrive: form },
  { name: 'form-wallet', scenario: 'wallet_and_card', arrive: form },
  { name: 'form-saved-card', scenario: 'saved_card', arrive: form },
  { name: 'form-saved-debit', scenario: 'saved_debit', arrive: form },
  { name: 'form-debit-ended', scenario: 'debit_ended', arrive: tapWhatEnded },
  {
    name: 'wallet-only',
    scenario: 'wallet_only',
    arrive: sees(({ oneTap }) => oneTap.title),
  },
  {
    name: 'transfer',
    scenario: 'transfer',
    arrive: sees(({ transfer }) => transfer.title),
  },
  {
    name: 'transfer-returned',
    scenario: 'transfer_returned',
    arrive: sees(({ transfer }) => transfer.title),
  },
  { name: 'form-surcharge', scenario: 'surcharge', arrive: form },
  {
    name: 'transfer-surcharge',
    scenario: 'transfer_surcharge',
    arrive: sees(({ transfer }) => transfer.title),
  },
  { name: 'autopay', scenario: 'autopay', arrive: sees(({ autopay }) => autopay.title) },
  { name: 'form-jpy', scenario: 'jpy', arrive: form },
  { name: 'form-kwd', scenario: 'kwd', arrive: form },
  { name: 'form-long', scenario: 'long', arrive: form },
  { name: 'challenge', scenario: 'challenge', arrive: comeBackFromBank },
  {
    name: 'processing',
    scenario: 'stuck',
    arrive: paysAndSees(({ processing }) => processing.title),
  },
  {
    name: 'processing-saved-debit',
    scenario: 'debit_stuck',
    arrive: tapsAndSees(({ processing }) => processing.title),
  },
  {
    name: 'success-saved-debit',
    scenario: 'saved_debit',
    arrive: tapsAndSees(({ success }) => success.title),
  },
  {
    name: 'processing-setup',
    scenario: 'setup_stuck',
    arrive: paysAndSees(({ processing }) => processing.setupTitle),
  },
  { name: 'success', scenario: 'success', arrive: paid },
  { name: 'success-jpy', scenario: 'jpy', arrive: paid },
  { name: 'success-kwd', scenario: 'kwd', arrive: paid },
  { name: 'success-long', scenario: 'long', arrive: paid },
  { name: 'success-and-saved', scenario: 'pay_and_save', arrive: paid },
  { name: 'success-auto', scenario: 'auto_redirect', arrive: paid },
  { name: 'success-standalone', scenario: 'standalone', arrive: paid },
  {
    name: 'success-setup',
    scenario: 'setup',
    arrive: paysAndSees(({ success }) => success.setupTitle),
  },
  { name: 'already-paid', scenario: 'paid', arrive: sees(({ alreadyPaid }) => alreadyPaid.title) },
  {
    name: 'already-saved',
    scenario: 'set_up',
    arrive: sees(({ alreadyPaid }) => alreadyPaid.setupTitle),
  },
  {
    name: 'failed-late-money',
    scenario: 'failed_late_money',
    arrive: sees(({ failed }) => failed.causes.PAYMENT_METHOD_DECLINED.title),
  },
  failure('failed-long', 'long_declined', 'PAYMENT_METHOD_DECLINED'),
  failure('failed-declined', 'declined', 'PAYMENT_METHOD_DECLINED'),
  failure('failed-funds', 'insufficient_funds', 'INSUFFICIENT_FUNDS'),
  failure('failed-expired-card', 'expired_card', 'PAYMENT_METHOD_EXPIRED'),
  failure('failed-authentication', 'authentication_failed', 'AUTHENTICATION_FAILED'),
  failure('failed-other', 'unknown_error', 'OTHER'),
  {
    name: 'failed-saved-card',
    scenario: 'saved_card_declined',
    arrive: tapsAndSees(({ failed }) => failed.causes.PAYMENT_METHOD_DECLINED.title),
  },
  {
    name: 'failed-saved-debit',
    scenario: 'debit_funds',
    arrive: tapsAndSees(({ debit }) => debit.failed.INSUFFICIENT_FUNDS.title),
  },
  { name: 'expired', scenario: 'expired', arrive: sees(({ expired }) => expired.title) },
  {
    name: 'expired-unclear',
    scenario: 'expired_unclear',
    arrive: sees(({ expired }) => expired.title),
  },
  { name: 'cancelled', scenario: 'cancelled', arrive: sees(({ cancelled }) => cancelled.title) },
  {
    name: 'cancelled-late-money',
    scenario: 'cancelled_late_money',
    arrive: sees(({ cancelled }) => cancelled.title),
  },
  {
    name: 'invalid-link',
    scenario: 'invalid',
    arrive: sees(({ invalidLink }) => invalidLink.title),
  },
  { name: 'session-ending', scenario: 'session_ending', arrive: seeTheEndComing },
  { name: 'session-ending-failed', scenario: 'session_ending_lost', arrive: asksInVain },
  { name: 'session-ending-last', scenario: 'session_ending_for_good', arrive: asksTooLate },
  { name: 'session-ended', scenario: null, arrive: sees(({ sessionEnded }) => sessionEnded.title) },
  { name: 'no-method', scenario: 'no_method', arrive: sees(({ noMethod }) => noMethod.title) },
  { name: 'offline', scenario: 'network', arrive: sees(({ offline }) => offline.title) },
  { name: 'server-trouble', scenario: 'broken', arrive: sees(({ server }) => server.title) },
  {
    name: 'rate-limited',
    scenario: 'rate_limited',
    arrive: paysAndSees(({ rateLimited }) => rateLimited.title),
  },
  { name: 'used-up-card', scenario: 'used_up_card', arrive: payWithOneTooMany },
  { name: 'used-up-debit', scenario: 'used_up_debit', arrive: tapWhatEnded },
  { name: 'used-up', scenario: 'used_up', arrive: paysAndSees(({ usedUp }) => usedUp.title) },
  {
    name: 'failed-used-up',
    scenario: 'declined_at_last',
    arrive: sees(({ failed }) => failed.causes.PAYMENT_METHOD_DECLINED.title),
  },
  {
    name: 'rate-limited-entry',
    scenario: 'crowded',
    arrive: sees(({ rateLimited }) => rateLimited.title),
  },
];

function failure(
  name: string,
  scenario: ScenarioName,
  cause: keyof Texts['failed']['causes'],
): GalleryEntry {
  return { name, scenario, arrive: paysAndSees(({ failed }) => failed.causes[cause].title) };
}

const notice = (payer: Payer) => payer.page.getByRole('alert').locator('.notice').waitFor();

async function seeTheEndComing(payer: Payer, { sessionNotice }: Texts): Promise<void> {
  await payer.page.getByRole('button', { name: sessionNotice.stay }).waitFor();
  await payer.seesCardForm();
}

async function asksInVain(payer: Payer, texts: Texts): Promise<void> {
  await seeTheEndComing(payer, texts);
  await payer.presses(texts.sessionNotice.stay);
  await payer.page.locator('.session-notice strong').waitFor();
}

async function asksTooLate(payer: Payer, texts: Texts): Promise<void> {
  await seeTheEndComing(payer, texts);
  await payer.presses(texts.sessionNotice.stay);
  await payer.page.locator('.session-notice:not(:has(button))').waitFor();
}

async function payWithNothing(payer: Payer): Promise<void> {
  await payer.seesCardForm();
  await payer.payButton.click();
  await notice(payer);
}

async function paySlowly(payer: Payer, { cardForm }: Texts): Promise<void> {
  await payer.pays();
  await payer.payButton.filter({ hasText: cardForm.paying }).waitFor();
}

async function waitInVain(payer: Payer): Promise<void> {
  await payer.page.locator('iframe').waitFor();
  await payer.page.clock.fastForward(15_000);
  await notice(payer);
}

async function payIntoTheVoid(payer: Payer): Promise<void> {
  await payer.pays();
  await notice(payer);
  await payer.seesCardForm();
}

async function tapWhatEnded(payer: Payer): Promise<void> {
  await payer.tapsFirst();
  await notice(payer);
  await payer.seesCardForm();
}

async function payWithOneTooMany(payer: Payer, { oneTap }: Texts): Promise<void> {
  await payer.pays();
  await notice(payer);
  await payer.page.getByRole('button', { name: oneTap.wallet }).waitFor();
}

async function comeBackFromBank(payer: Payer, { challenge }: Texts): Promise<void> {
  await payer.pays();
  await payer.sees('Fake bank: is this you?');
  await payer.page.goBack();
  await payer.sees(challenge.title);
}
