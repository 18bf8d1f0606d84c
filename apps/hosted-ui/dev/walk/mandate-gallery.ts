import type { MandateScenarioName } from '../fake/mandate/mandate-scenarios.js';
import type { MandatePayer } from './mandate-payer.js';

export interface MandateGalleryEntry {
  readonly name: string;
  /** Null: the page opened without any link. */
  readonly scenario: MandateScenarioName | null;
  /** Brings the payer to the screen and waits until it shows. */
  readonly arrive: (payer: MandatePayer) => Promise<void>;
}

const sees = (title: string) => (payer: MandatePayer) => payer.sees(title);
const banks = (payer: MandatePayer) => payer.bank('Test Bank').waitFor();
const account = (payer: MandatePayer) => payer.choosesBank();
const consent = (payer: MandatePayer) => payer.entersAccount();
const login = (payer: MandatePayer) => payer.agrees();
const setUpAndSees = (title: string) => async (payer: MandatePayer) => {
  await payer.setsItUp();
  await payer.sees(title);
};

/** Every screen of the mandate page, and every variant of one that looks different. */
export const MANDATE_GALLERY: readonly MandateGalleryEntry[] = [
  {
    name: 'loading',
    scenario: 'loading',
    arrive: (payer) => payer.page.locator('.bone--fields').waitFor(),
  },
  { name: 'institution', scenario: 'success', arrive: banks },
  { name: 'institution-live', scenario: 'live', arrive: banks },
  { name: 'institution-found', scenario: 'success', arrive: searchWithKeys },
  { name: 'institution-none', scenario: 'success', arrive: searchInVain },
  { name: 'institution-failed', scenario: 'broken_search', arrive: seesSearchFail },
  { name: 'institution-down', scenario: 'success', arrive: chooseOneThatIsDown },
  { name: 'institution-again', scenario: 'success', arrive: changeBank },
  { name: 'institution-no-limits', scenario: 'no_limits', arrive: banks },
  { name: 'account', scenario: 'success', arrive: account },
  { name: 'account-faults', scenario: 'success', arrive: enterNothing },
  { name: 'account-refused', scenario: 'account_refused', arrive: seesAccountRefused },
  { name: 'consent', scenario: 'success', arrive: consent },
  { name: 'consent-no-limits', scenario: 'no_limits', arrive: consent },
  { name: 'consent-long', scenario: 'long', arrive: consent },
  { name: 'consent-zh-hant', scenario: 'zh_hant', arrive: consent },
  { name: 'consent-zh-hans', scenario: 'zh_hans', arrive: consent },
  { name: 'consent-ko', scenario: 'ko', arrive: consent },
  { name: 'consent-vi', scenario: 'vi', arrive: consent },
  { name: 'consent-limit-typed', scenario: 'success', arrive: limits('800') },
  { name: 'consent-limit-faults', scenario: 'success', arrive: limitsWrongly('a little') },
  { name: 'consent-limit-above-faults', scenario: 'success', arrive: limitsWrongly('1,300') },
  { name: 'consent-limit-ko-faults', scenario: 'ko', arrive: limitsWrongly('50,001') },
  { name: 'consent-limit-refused', scenario: 'limit_refused', arrive: seesLimitRefused },
  { name: 'consent-sending', scenario: 'slow', arrive: agreeSlowly },
  { name: 'declined', scenario: 'success', arrive: decline },
  { name: 'login', scenario: 'success', arrive: login },
  { name: 'login-faults', scenario: 'success', arrive: signInWithNothing },
  { name: 'login-refused', scenario: 'success', arrive: signInWrongly },
  { name: 'code', scenario: 'success', arrive: (payer) => payer.reachesCode() },
  { name: 'code-refused', scenario: 'success', arrive: enterWrongCode },
  { name: 'bank-page', scenario: 'success', arrive: comeBackFromBank },
  { name: 'bank-page-refused', scenario: 'success', arrive: turnBackAtBank },
  {
    name: 'processing',
    scenario: 'undecided',
    arrive: setUpAndSees('Setting up your direct debit'),
  },
  { name: 'submitted', scenario: 'undecided', arrive: setUpAndSees('Your bank is checking') },
  { name: 'success', scenario: 'success', arrive: setUpAndSees('Direct debit set up') },
  { name: 'success-auto', scenario: 'auto_redirect', arrive: setUpAndSees('Direct debit set up') },
  { name: 'success-limit', scenario: 'success', arrive: setUpWithLimit },
  {
    name: 'success-standalone',
    scenario: 'standalone',
    arrive: setUpAndSees('Direct debit set up'),
  },
  { name: 'already-done', scenario: 'already_done', arrive: sees('Already set up') },
  {
    name: 'failed-rejected',
    scenario: 'rejected',
    arrive: setUpAndSees('Your bank refused the direct debit'),
  },
  { name: 'failed-locked', scenario: 'locked', arrive: sees('Too many attempts') },
  { name: 'failed-other', scenario: 'failed', arrive: sees('That did not work') },
  { name: 'revoked', scenario: 'revoked', arrive: sees('This direct debit was withdrawn') },
  { name: 'cancelled', scenario: 'cancelled', arrive: sees('This direct debit was cancelled') },
  { name: 'closed', scenario: 'closed', arrive: sees('This direct debit is closed') },
  { name: 'invalid-link', scenario: 'invalid', arrive: sees('This link does not work') },
  { name: 'session-ended', scenario: null, arrive: sees('Start again') },
  { name: 'offline', scenario: 'offline', arrive: sees('No connection') },
  { name: 'rate-limited', scenario: 'crowded', arrive: sees('Too many attempts') },
];

async function searchWithKeys(payer: MandatePayer): Promise<void> {
  await payer.search.fill('tset');
  await payer.page.getByText('4 banks', { exact: true }).waitFor();
  await payer.search.press('ArrowDown');
  await payer.page.locator('.bank--active').waitFor();
}

async function searchInVain(payer: MandatePayer): Promise<void> {
  await banks(payer);
  await payer.search.fill('zzzzzz');
  await payer.page.getByText('No bank found').waitFor();
}

async function seesSearchFail(payer: MandatePayer): Promise<void> {
  await payer.page.getByText('The banks could not be loaded.').waitFor();
}

async function chooseOneThatIsDown(payer: MandatePayer): Promise<void> {
  await payer.bank('Test Bank Unavailable').click();
  await payer.page.getByRole('alert').getByText('cannot be reached').waitFor();
}

async function changeBank(payer: MandatePayer): Promise<void> {
  await payer.choosesBank();
  await payer.presses('Change bank');
  await payer.page.getByRole('button', { name: 'Stay with Test Bank' }).waitFor();
}

async function enterNothing(payer: MandatePayer): Promise<void> {
  await payer.choosesBank();
  await payer.mainButton.click();
  await payer.page.getByText('Enter the whole account number.').waitFor();
}

async function seesAccountRefused(payer: MandatePayer): Promise<void> {
  await payer.entersAccount();
  await payer.mainButton.click();
  await payer.page.getByRole('alert').getByText('cannot be right').waitFor();
}

async function agreeSlowly(payer: MandatePayer): Promise<void> {
  await payer.entersAccount();
  await payer.mainButton.click();
  await payer.mainButton.filter({ hasText: 'Sending' }).waitFor();
}

function limits(typed: string) {
  return async (payer: MandatePayer): Promise<void> => {
    await payer.entersAccount();
    await payer.limits(typed);
    await payer.page
      .locator('#own-most-hint')
      .getByText(/800\.00/)
      .waitFor();
  };
}

function limitsWrongly(typed: string) {
  return async (payer: MandatePayer): Promise<void> => {
    await payer.entersAccount();
    await payer.limits(typed);
    await payer.mainButton.click();
    await payer.page.locator('#own-most-fault').waitFor();
  };
}

async function seesLimitRefused(payer: MandatePayer): Promise<void> {
  await payer.entersAccount();
  await payer.limits('800');
  await payer.mainButton.click();
  await payer.page.getByRole('alert').getByText('higher than this agreement').waitFor();
}

async function setUpWithLimit(payer: MandatePayer): Promise<void> {
  await payer.entersAccount();
  await payer.limits('800');
  await payer.mainButton.click();
  await payer.page.locator('#bank-user').waitFor();
  await payer.signsIn();
  await payer.page.locator('#bank-code').waitFor();
  await payer.entersCode();
  await payer.sees('Direct debit set up');
}

async function decline(payer: MandatePayer): Promise<void> {
  await payer.entersAccount();
  await payer.presses('Do not agree');
  await payer.sees('You have not agreed');
}

async function signInWithNothing(payer: MandatePayer): Promise<void> {
  await payer.agrees();
  await payer.mainButton.click();
  await payer.page.getByText('Enter your user ID.').waitFor();
}

async function signInWrongly(payer: MandatePayer): Promise<void> {
  await payer.agrees();
  await payer.signsIn('usergood', 'wrong');
  await payer.page.getByRole('alert').getByText('did not accept this user ID').waitFor();
}

async function enterWrongCode(payer: MandatePayer): Promise<void> {
  await payer.reachesCode();
  await payer.entersCode('000000');
  await payer.page.getByRole('alert').getByText('did not accept this code').waitFor();
}

async function goToBank(payer: MandatePayer): Promise<void> {
  await payer.choosesBank('Test Bank OAuth');
  await payer.fillsAccount();
  await payer.mainButton.click();
  await payer.presses('Agree and continue to Test Bank OAuth');
  await payer.sees('Fake bank');
}

async function comeBackFromBank(payer: MandatePayer): Promise<void> {
  await goToBank(payer);
  await payer.page.goBack();
  await payer.sees('Confirm with your bank');
}

async function turnBackAtBank(payer: MandatePayer): Promise<void> {
  await goToBank(payer);
  await payer.page.getByRole('link', { name: 'Refuse' }).click();
  await payer.page.getByRole('alert').getByText('not confirmed at your bank').waitFor();
}
