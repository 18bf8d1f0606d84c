import type { MandateScenarioName } from '../fake/mandate/mandate-scenarios.js';
import type { MandateTexts } from '../../src/pages/mandate/i18n/mandate-texts.js';
import type { MandatePayer } from './mandate-payer.js';
import type { Speaker } from './speakers.js';

export interface MandateGalleryEntry {
  readonly name: string;
  /** Null: the page opened without any link. */
  readonly scenario: MandateScenarioName | null;
  /** Brings the payer to the screen and waits until it shows. */
  readonly arrive: (payer: MandatePayer, spoken: Spoken) => Promise<void>;
}

type Spoken = Pick<Speaker, 'texts' | 'words'>;
type Title = (words: MandateTexts) => string;

const sees = (title: Title) => (payer: MandatePayer, spoken: Spoken) =>
  payer.sees(title(spoken.words));
const banks = (payer: MandatePayer) => payer.bank('Test Bank').waitFor();
const account = (payer: MandatePayer) => payer.choosesBank();
const consent = (payer: MandatePayer) => payer.entersAccount();
const login = (payer: MandatePayer) => payer.agrees();
const setUpAndSees =
  (title: Title) =>
  async (payer: MandatePayer, { words }: Spoken) => {
    await payer.setsItUp();
    await payer.sees(title(words));
  };
const done = setUpAndSees(({ success }) => success.title);

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
  { name: 'institution-not-offered', scenario: 'success', arrive: chooseOneThatIsNot },
  { name: 'institution-again', scenario: 'success', arrive: changeBank },
  { name: 'institution-no-limits', scenario: 'no_limits', arrive: banks },
  {
    name: 'institution-known',
    scenario: 'known_account_unchosen',
    arrive: (payer) => payer.mainButton.waitFor(),
  },
  { name: 'account', scenario: 'success', arrive: account },
  { name: 'account-faults', scenario: 'success', arrive: enterNothing },
  { name: 'account-refused', scenario: 'account_refused', arrive: seesAccountRefused },
  { name: 'consent', scenario: 'success', arrive: consent },
  { name: 'consent-no-limits', scenario: 'no_limits', arrive: consent },
  { name: 'consent-long', scenario: 'long', arrive: consent },
  { name: 'consent-jpy', scenario: 'jpy', arrive: consent },
  { name: 'consent-kwd', scenario: 'kwd', arrive: consent },
  { name: 'consent-zh-hant', scenario: 'zh_hant', arrive: consent },
  { name: 'consent-zh-hans', scenario: 'zh_hans', arrive: consent },
  { name: 'consent-ko', scenario: 'ko', arrive: consent },
  { name: 'consent-vi', scenario: 'vi', arrive: consent },
  { name: 'consent-limit-typed', scenario: 'success', arrive: limits('80') },
  { name: 'consent-limit-faults', scenario: 'success', arrive: limitsWrongly('a little') },
  { name: 'consent-limit-above-faults', scenario: 'success', arrive: limitsWrongly('9999999') },
  { name: 'consent-limit-ko-faults', scenario: 'ko', arrive: limitsWrongly('50,001') },
  { name: 'consent-limit-refused', scenario: 'limit_refused', arrive: seesLimitRefused },
  { name: 'consent-not-sent', scenario: 'request_lost', arrive: agreeIntoTheVoid },
  { name: 'consent-sending', scenario: 'slow', arrive: agreeSlowly },
  { name: 'declined', scenario: 'success', arrive: decline },
  { name: 'login', scenario: 'success', arrive: login },
  { name: 'login-limit', scenario: 'success', arrive: agreeWithLimit },
  { name: 'login-too-many-refused', scenario: 'success', arrive: signInTooOften },
  { name: 'login-faults', scenario: 'success', arrive: signInWithNothing },
  { name: 'login-refused', scenario: 'success', arrive: signInWrongly },
  {
    name: 'login-known',
    scenario: 'known_account',
    arrive: async (payer) => {
      await payer.mainButton.click();
      await payer.page.locator('#bank-user').waitFor();
    },
  },
  { name: 'code', scenario: 'success', arrive: (payer) => payer.reachesCode() },
  { name: 'code-refused', scenario: 'success', arrive: enterWrongCode },
  { name: 'bank-page', scenario: 'success', arrive: comeBackFromBank },
  { name: 'bank-page-refused', scenario: 'success', arrive: turnBackAtBank },
  {
    name: 'processing',
    scenario: 'undecided',
    arrive: setUpAndSees(({ processing }) => processing.title),
  },
  {
    name: 'submitted',
    scenario: 'undecided',
    arrive: setUpAndSees(({ submitted }) => submitted.title),
  },
  { name: 'success', scenario: 'success', arrive: done },
  { name: 'success-auto', scenario: 'auto_redirect', arrive: done },
  { name: 'success-limit', scenario: 'success', arrive: setUpWithLimit },
  { name: 'success-limit-alone', scenario: 'no_limits', arrive: setUpWithLimit },
  { name: 'success-long', scenario: 'long', arrive: done },
  { name: 'success-standalone', scenario: 'standalone', arrive: done },
  {
    name: 'already-done',
    scenario: 'already_done',
    arrive: sees(({ alreadyDone }) => alreadyDone.title),
  },
  {
    name: 'failed-rejected',
    scenario: 'rejected',
    arrive: setUpAndSees(({ failed }) => failed.REJECTED.title),
  },
  { name: 'failed-locked', scenario: 'locked', arrive: sees(({ failed }) => failed.LOCKED.title) },
  {
    name: 'failed-login',
    scenario: 'login_failed',
    arrive: sees(({ failed }) => failed.LOGIN.title),
  },
  {
    name: 'failed-unavailable',
    scenario: 'unavailable',
    arrive: sees(({ failed }) => failed.UNAVAILABLE.title),
  },
  { name: 'failed-other', scenario: 'failed', arrive: sees(({ failed }) => failed.OTHER.title) },
  { name: 'revoked', scenario: 'revoked', arrive: sees(({ revoked }) => revoked.title) },
  { name: 'cancelled', scenario: 'cancelled', arrive: sees(({ cancelled }) => cancelled.title) },
  { name: 'closed', scenario: 'closed', arrive: sees(({ closed }) => closed.title) },
  {
    name: 'invalid-link',
    scenario: 'invalid',
    arrive: sees(({ invalidLink }) => invalidLink.title),
  },
  { name: 'session-ending', scenario: 'session_ending', arrive: seeTheEndComing },
  { name: 'session-ended', scenario: null, arrive: sees(({ sessionEnded }) => sessionEnded.title) },
  { name: 'offline', scenario: 'offline', arrive: sees(({ offline }) => offline.title) },
  { name: 'server-trouble', scenario: 'broken', arrive: sees(({ server }) => server.title) },
  {
    name: 'rate-limited',
    scenario: 'crowded',
    arrive: sees(({ rateLimited }) => rateLimited.title),
  },
];

async function seeTheEndComing(payer: MandatePayer, { texts }: Spoken): Promise<void> {
  await payer.page.getByRole('button', { name: texts.sessionNotice.stay }).waitFor();
  await banks(payer);
}

async function searchWithKeys(payer: MandatePayer, { words }: Spoken): Promise<void> {
  await payer.search.fill('tset');
  await payer.page.getByText(words.institution.found(4), { exact: true }).waitFor();
  await payer.search.press('ArrowDown');
  await payer.page.locator('.bank--active').waitFor();
}

async function searchInVain(payer: MandatePayer, { words }: Spoken): Promise<void> {
  await banks(payer);
  await payer.search.fill('zzzzzz');
  await payer.page.getByText(words.institution.none).waitFor();
}

async function seesSearchFail(payer: MandatePayer, { words }: Spoken): Promise<void> {
  await payer.page.getByText(words.institution.failed).waitFor();
}

async function chooseOneThatIsDown(payer: MandatePayer, { words }: Spoken): Promise<void> {
  await payer.bank('Test Bank Unavailable').click();
  await payer.page.getByRole('alert').getByText(words.notices.bank_down).waitFor();
}

async function chooseOneThatIsNot(payer: MandatePayer, { words }: Spoken): Promise<void> {
  await payer.bank('Cedar Strait').click();
  await payer.page.getByRole('alert').getByText(words.notices.bank_not_offered).waitFor();
}

async function changeBank(payer: MandatePayer, { words }: Spoken): Promise<void> {
  await payer.choosesBank();
  await payer.presses(words.account.change);
  await payer.page.getByRole('button', { name: words.institution.keep('Test Bank') }).waitFor();
}

async function enterNothing(payer: MandatePayer, { words }: Spoken): Promise<void> {
  await payer.choosesBank();
  await payer.mainButton.click();
  await payer.page.getByText(words.account.numberFault).waitFor();
}

async function seesAccountRefused(payer: MandatePayer, { words }: Spoken): Promise<void> {
  await payer.entersAccount();
  await payer.mainButton.click();
  await payer.page.getByRole('alert').getByText(words.notices.account_refused).waitFor();
}

async function agreeIntoTheVoid(payer: MandatePayer, { words }: Spoken): Promise<void> {
  await payer.entersAccount();
  await payer.mainButton.click();
  await payer.page.getByRole('alert').getByText(words.notices.not_sent).waitFor();
}

async function agreeSlowly(payer: MandatePayer, { words }: Spoken): Promise<void> {
  await payer.entersAccount();
  await payer.mainButton.click();
  await payer.mainButton.filter({ hasText: words.sending }).waitFor();
}

function limits(typed: string) {
  return async (payer: MandatePayer): Promise<void> => {
    await payer.entersAccount();
    await payer.limits(typed);
    await payer.page.locator('#own-most-hint').getByText(typed).waitFor();
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

async function seesLimitRefused(payer: MandatePayer, { words }: Spoken): Promise<void> {
  await payer.entersAccount();
  await payer.limits('80');
  await payer.mainButton.click();
  await payer.page.getByRole('alert').getByText(words.notices.limit_refused).waitFor();
}

async function agreeWithLimit(payer: MandatePayer): Promise<void> {
  await payer.entersAccount();
  await payer.limits('80');
  await payer.mainButton.click();
  await payer.page.locator('#bank-user').waitFor();
}

async function setUpWithLimit(payer: MandatePayer, { words }: Spoken): Promise<void> {
  await agreeWithLimit(payer);
  await payer.signsIn();
  await payer.page.locator('#bank-code').waitFor();
  await payer.entersCode();
  await payer.sees(words.success.title);
}

async function decline(payer: MandatePayer, { words }: Spoken): Promise<void> {
  await payer.entersAccount();
  await payer.presses(words.consent.decline);
  await payer.sees(words.declined.title);
}

async function signInWithNothing(payer: MandatePayer, { words }: Spoken): Promise<void> {
  await payer.agrees();
  await payer.mainButton.click();
  await payer.page.getByText(words.login.userIdFault).waitFor();
}

async function signInWrongly(payer: MandatePayer, { words }: Spoken): Promise<void> {
  await payer.agrees();
  await payer.signsIn('usergood', 'wrong');
  await payer.page.getByRole('alert').getByText(words.notices.credentials).waitFor();
}

async function signInTooOften(payer: MandatePayer, { words }: Spoken): Promise<void> {
  await payer.agrees();
  await payer.signsIn('user_locked', 'wrong');
  await payer.page.getByRole('alert').getByText(words.notices.too_many).waitFor();
}

async function enterWrongCode(payer: MandatePayer, { words }: Spoken): Promise<void> {
  await payer.reachesCode();
  await payer.entersCode('000000');
  await payer.page.getByRole('alert').getByText(words.notices.code).waitFor();
}

async function goToBank(payer: MandatePayer, { words }: Pick<Spoken, 'words'>): Promise<void> {
  await payer.choosesBank('Test Bank OAuth');
  await payer.fillsAccount();
  await payer.mainButton.click();
  await payer.presses(words.consent.agreeAndGo('Test Bank OAuth'));
  await payer.sees('Fake bank');
}

async function comeBackFromBank(payer: MandatePayer, { words }: Spoken): Promise<void> {
  await goToBank(payer, { words });
  await payer.page.goBack();
  await payer.sees(words.bankPage.title);
}

async function turnBackAtBank(payer: MandatePayer, { words }: Spoken): Promise<void> {
  await goToBank(payer, { words });
  await payer.page.getByRole('link', { name: 'Refuse' }).click();
  await payer.page.getByRole('alert').getByText(words.notices.not_approved).waitFor();
}
