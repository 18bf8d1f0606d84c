import type { ScenarioName } from '../fake/scenarios.js';
import type { Payer } from './payer.js';

export interface GalleryEntry {
  readonly name: string;
  /** Null: the page opened without any link. */
  readonly scenario: ScenarioName | null;
  /** Brings the payer to the screen and waits until it shows. */
  readonly arrive: (payer: Payer) => Promise<void>;
}

const form = (payer: Payer) => payer.seesCardForm();
const sees = (title: string) => (payer: Payer) => payer.sees(title);
const paysAndSees = (title: string) => async (payer: Payer) => {
  await payer.pays();
  await payer.sees(title);
};

/** Every screen of the payment page, and every variant of one that looks different. */
export const GALLERY: readonly GalleryEntry[] = [
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
  { name: 'form-setup', scenario: 'setup', arrive: form },
  { name: 'form-setup-autopay', scenario: 'setup_autopay', arrive: form },
  { name: 'form-pay-and-save', scenario: 'pay_and_save', arrive: form },
  { name: 'form-saved-card', scenario: 'saved_card', arrive: form },
  { name: 'wallet-only', scenario: 'wallet_only', arrive: sees('Choose how to pay') },
  { name: 'autopay', scenario: 'autopay', arrive: sees('Pay automatically next time?') },
  { name: 'form-zh-hant', scenario: 'zh_hant', arrive: form },
  { name: 'form-zh-hans', scenario: 'zh_hans', arrive: form },
  { name: 'form-ko', scenario: 'ko', arrive: form },
  { name: 'form-vi', scenario: 'vi', arrive: form },
  { name: 'failed-zh-hant', scenario: 'zh_hant', arrive: paysAndSees('餘額不足') },
  { name: 'failed-zh-hans', scenario: 'zh_hans', arrive: paysAndSees('余额不足') },
  { name: 'failed-ko', scenario: 'ko', arrive: paysAndSees('잔액이 부족합니다') },
  { name: 'failed-vi', scenario: 'vi', arrive: paysAndSees('Không đủ tiền') },
  { name: 'form-jpy', scenario: 'jpy', arrive: form },
  { name: 'form-kwd', scenario: 'kwd', arrive: form },
  { name: 'form-long', scenario: 'long', arrive: form },
  { name: 'challenge', scenario: 'challenge', arrive: comeBackFromBank },
  { name: 'processing', scenario: 'stuck', arrive: paysAndSees('Confirming your payment') },
  { name: 'success', scenario: 'success', arrive: paysAndSees('Payment complete') },
  { name: 'success-auto', scenario: 'auto_redirect', arrive: paysAndSees('Payment complete') },
  { name: 'success-standalone', scenario: 'standalone', arrive: paysAndSees('Payment complete') },
  { name: 'success-setup', scenario: 'setup', arrive: paysAndSees('Card saved') },
  { name: 'already-paid', scenario: 'paid', arrive: sees('Already paid') },
  {
    name: 'failed-declined',
    scenario: 'declined',
    arrive: paysAndSees('Your card was declined'),
  },
  {
    name: 'failed-funds',
    scenario: 'insufficient_funds',
    arrive: paysAndSees('Not enough funds'),
  },
  {
    name: 'failed-expired-card',
    scenario: 'expired_card',
    arrive: paysAndSees('Your card has expired'),
  },
  {
    name: 'failed-authentication',
    scenario: 'authentication_failed',
    arrive: paysAndSees('Your bank could not confirm it was you'),
  },
  { name: 'failed-other', scenario: 'unknown_error', arrive: paysAndSees('That did not work') },
  { name: 'expired', scenario: 'expired', arrive: sees('This payment link has expired') },
  { name: 'cancelled', scenario: 'cancelled', arrive: sees('This payment was cancelled') },
  {
    name: 'cancelled-late-money',
    scenario: 'cancelled_late_money',
    arrive: sees('This payment was cancelled'),
  },
  { name: 'invalid-link', scenario: 'invalid', arrive: sees('This link does not work') },
  { name: 'session-ended', scenario: null, arrive: sees('Open the link again') },
  { name: 'no-method', scenario: 'no_method', arrive: sees('No way to pay right now') },
  { name: 'offline', scenario: 'network', arrive: sees('No connection') },
  { name: 'rate-limited', scenario: 'rate_limited', arrive: paysAndSees('Too many attempts') },
  { name: 'rate-limited-entry', scenario: 'crowded', arrive: sees('Too many attempts') },
];

async function payWithNothing(payer: Payer): Promise<void> {
  await payer.seesCardForm();
  await payer.payButton.click();
  await payer.page.getByRole('alert').getByText('Enter the full card number.').waitFor();
}

async function paySlowly(payer: Payer): Promise<void> {
  await payer.pays();
  await payer.payButton.filter({ hasText: 'Sending your payment' }).waitFor();
}

async function waitInVain(payer: Payer): Promise<void> {
  await payer.page.locator('iframe').waitFor();
  await payer.page.clock.fastForward(15_000);
  await payer.page.getByRole('alert').getByText('did not answer').waitFor();
}

async function comeBackFromBank(payer: Payer): Promise<void> {
  await payer.pays();
  await payer.sees('Fake bank: is this you?');
  await payer.page.goBack();
  await payer.sees('Confirm with your bank');
}
