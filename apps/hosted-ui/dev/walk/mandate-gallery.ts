import type { MandateTexts } from '../../src/pages/mandate/i18n/en.js';
import type { MandateScenarioName } from '../fake/mandate/mandate-scenarios.js';
import { galleryOf, goesBack, pressesMain, shows, type Step } from './gallery.js';
import { MandatePayer } from './visitors.js';

type MandateStep = Step<MandatePayer>;
type Failure = keyof MandateTexts['failed'];
type NoticeName = keyof MandateTexts['notices'];

const gallery = galleryOf<'mandate', MandatePayer, MandateScenarioName>('mandate', MandatePayer);
const { entry, step, says, sees } = gallery;
const fails = (failure: Failure) => says(({ failed }) => failed[failure].title);
const alerts = step(({ place }, { texts }, name: NoticeName) =>
  place.getByRole('alert').getByText(texts.mandate.notices[name]).waitFor(),
);
const reads =
  (text: (texts: MandateTexts) => string): MandateStep =>
  ({ place }, { texts }) =>
    place.getByText(text(texts.mandate), { exact: true }).waitFor();

const banks: MandateStep = (payer) => payer.bank('Test Bank').waitFor();
const account: MandateStep = (payer) => payer.choosesBank();
const consent: MandateStep = (payer) => payer.entersAccount();
const login: MandateStep = (payer) => payer.agrees();
const code: MandateStep = (payer) => payer.reachesCode();
const setsUp: MandateStep = (payer) => payer.setsItUp();
const done: readonly MandateStep[] = [setsUp, sees('success')];
const searches = step((payer, _, typed: string) => payer.search.fill(typed));
const presses = step((payer, _, bank: string) => payer.bank(bank).click());
const signsIn: MandateStep = (payer) => payer.signsIn();
const signsInWrongly = step((payer, _, userId: string) => payer.signsIn(userId, 'wrong'));
const limits = step((payer, _, typed: string) => payer.limits(typed));
const arrowDown: MandateStep = (payer) => payer.search.press('ArrowDown');
const changesBank: MandateStep = (payer, { texts }) =>
  payer.presses(texts.mandate.institution.change);
const declines: MandateStep = (payer, { texts }) => payer.presses(texts.mandate.consent.decline);
const entersCode = step((payer, _, typed?: string) => payer.entersCode(typed));
const fourFound = reads(({ institution }) => institution.found(4));
const noneFound = reads(({ institution }) => institution.none);
const searchFails = reads(({ institution }) => institution.failed);
const mayKeep = reads(({ institution }) => institution.keep('Test Bank'));
const numberIsMissing = reads(({ account: { numberFault } }) => numberFault);
const userIsMissing = reads(({ login: { userIdFault } }) => userIdFault);
const seesItSent: MandateStep = ({ mainButton }, { texts }) =>
  mainButton.filter({ hasText: texts.mandate.sending }).waitFor();
const refusesAtBank: MandateStep = ({ page }) => page.getByRole('link', { name: 'Refuse' }).click();
const agreesToGo: MandateStep = async (payer, { texts }) => {
  await payer.choosesBank('Test Bank OAuth');
  await payer.fillsAccount();
  await payer.mainButton.click();
  await payer.presses(texts.mandate.consent.agreeAndGo('Test Bank OAuth'));
};
const seesBank: MandateStep = (payer) => payer.sees('Fake bank');
const limited: readonly MandateStep[] = [consent, limits('80'), pressesMain, shows('#bank-user')];
const limitedAndDone = [...limited, signsIn, shows('#bank-code'), entersCode()];
const limitFault = [pressesMain, shows('#own-most-fault')];

/** Every screen of the mandate page, and every variant of one that looks different. */
export const MANDATE_GALLERY = [
  entry('loading', 'loading', shows('.bone--fields')),
  entry('institution', 'success', banks),
  entry('institution-live', 'live', banks),
  entry(
    'institution-found',
    'success',
    searches('tset'),
    fourFound,
    arrowDown,
    shows('.bank--active'),
  ),
  entry('institution-none', 'success', banks, searches('zzzzzz'), noneFound),
  entry('institution-failed', 'broken_search', searchFails),
  entry('institution-down', 'success', presses('Test Bank Unavailable'), alerts('bank_down')),
  entry('institution-not-offered', 'success', presses('Cedar Strait'), alerts('bank_not_offered')),
  entry('institution-again', 'success', account, changesBank, mayKeep),
  entry('institution-no-limits', 'no_limits', banks),
  entry('institution-known', 'known_account_unchosen', shows('.button--primary')),
  entry('account', 'success', account),
  entry('account-faults', 'success', account, pressesMain, numberIsMissing),
  entry('account-refused', 'account_refused', consent, pressesMain, alerts('account_refused')),
  entry('consent', 'success', consent),
  entry('consent-no-limits', 'no_limits', consent),
  entry('consent-long', 'long', consent),
  entry('consent-jpy', 'jpy', consent),
  entry('consent-kwd', 'kwd', consent),
  entry(
    'consent-limit-typed',
    'success',
    consent,
    limits('80'),
    shows('#own-most-hint:has-text("80")'),
  ),
  entry('consent-limit-faults', 'success', consent, limits('a little'), ...limitFault),
  entry('consent-limit-above-faults', 'success', consent, limits('9999999'), ...limitFault),
  entry(
    'consent-limit-refused',
    'limit_refused',
    consent,
    limits('80'),
    pressesMain,
    alerts('limit_refused'),
  ),
  entry('consent-not-sent', 'request_lost', consent, pressesMain, alerts('not_sent')),
  entry('consent-sending', 'slow', consent, pressesMain, seesItSent),
  entry('declined', 'success', consent, declines, sees('declined')),
  entry('login', 'success', login),
  entry('login-limit', 'success', ...limited),
  entry(
    'login-too-many-refused',
    'success',
    login,
    signsInWrongly('user_locked'),
    alerts('too_many'),
  ),
  entry('login-faults', 'success', login, pressesMain, userIsMissing),
  entry('login-refused', 'success', login, signsInWrongly('usergood'), alerts('credentials')),
  entry('login-known', 'known_account', pressesMain, shows('#bank-user')),
  entry('code', 'success', code),
  entry('code-refused', 'success', code, entersCode('000000'), alerts('code')),
  entry('bank-page', 'success', agreesToGo, seesBank, goesBack, sees('bankPage')),
  entry(
    'bank-page-refused',
    'success',
    agreesToGo,
    seesBank,
    refusesAtBank,
    alerts('not_approved'),
  ),
  entry('processing', 'undecided', setsUp, sees('processing')),
  entry('submitted', 'undecided', setsUp, sees('submitted')),
  entry('success', 'success', ...done),
  entry('success-auto', 'auto_redirect', ...done),
  entry('success-limit', 'success', ...limitedAndDone, sees('success')),
  entry('success-limit-alone', 'no_limits', ...limitedAndDone, sees('success')),
  entry('success-long', 'long', ...done),
  entry('success-standalone', 'standalone', ...done),
  entry('already-done', 'already_done', sees('alreadyDone')),
  entry('failed-rejected', 'rejected', setsUp, fails('REJECTED')),
  entry('failed-locked', 'locked', fails('LOCKED')),
  entry('failed-login', 'login_failed', fails('LOGIN')),
  entry('failed-unavailable', 'unavailable', fails('UNAVAILABLE')),
  entry('failed-other', 'failed', fails('OTHER')),
  entry('revoked', 'revoked', sees('revoked')),
  entry('cancelled', 'cancelled', sees('cancelled')),
  entry('closed', 'closed', sees('closed')),
  entry('invalid-link', 'invalid', sees('invalidLink')),
  entry('session-ending', 'session_ending', shows('.session-notice button'), banks),
  entry('session-ended', null, sees('sessionEnded')),
  entry('offline', 'offline', sees('offline')),
  entry('server-trouble', 'broken', sees('server')),
  entry('rate-limited', 'crowded', sees('rateLimited')),
  entry('frame-institution', 'success', banks),
  entry('frame-consent', 'success', consent),
  entry('frame-bank-page', 'success', agreesToGo, sees('bankPage')),
  entry('frame-success', 'success', ...done),
];
