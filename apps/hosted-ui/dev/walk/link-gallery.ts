import type { BrowserContext } from 'playwright-core';
import type { LinkTexts } from '../../src/pages/link/i18n/link-texts.js';
import type { FakeSite } from '../fake/fake-site.js';
import type { LinkScenarioName } from '../fake/link/link-scenarios.js';
import { LinkUser } from './link-user.js';
import type { Speaker } from './speakers.js';

export interface LinkGalleryEntry {
  readonly name: string;
  /** Null: the page opened without any link. */
  readonly scenario: LinkScenarioName | null;
  /** Brings the user to the screen and waits until it shows. */
  readonly arrive: (user: LinkUser, texts: LinkTexts) => Promise<void>;
}

type Arrive = LinkGalleryEntry['arrive'];
type Title = (texts: LinkTexts) => string;

const sees =
  (title: Title): Arrive =>
  (user, texts) =>
    user.sees(title(texts));
const linksAs =
  (userId: string, title: Title): Arrive =>
  async (user, texts) => {
    await user.links(userId);
    await user.sees(title(texts));
  };
const banks: Arrive = (user) => user.bank('Test Bank').waitFor();
const notices: Arrive = (user) => user.notice().waitFor();
const consent: Arrive = (user) => user.place.locator('.statement').waitFor();
const connected: Title = ({ connected: { title } }) => title('Test Bank');

/** Every screen of the link page, and every variant of one that looks different. */
export const LINK_GALLERY: readonly LinkGalleryEntry[] = [
  {
    name: 'loading',
    scenario: 'loading',
    arrive: (user) => user.page.locator('.bone--fields').waitFor(),
  },
  { name: 'institution', scenario: 'success', arrive: banks },
  { name: 'institution-live', scenario: 'live', arrive: banks },
  { name: 'institution-one-country', scenario: 'one_country', arrive: banks },
  { name: 'institution-found', scenario: 'success', arrive: searches('tset bank', 'Test Bank') },
  { name: 'institution-none', scenario: 'success', arrive: searches('qqqq', null) },
  { name: 'institution-narrowed', scenario: 'success', arrive: narrows },
  {
    name: 'institution-failed',
    scenario: 'broken_search',
    arrive: (user) => user.place.locator('.notice').waitFor(),
  },
  { name: 'institution-not-offered', scenario: 'success', arrive: choosesOneThatIsNot },
  { name: 'consent', scenario: 'success', arrive: (user) => user.chooses() },
  { name: 'consent-fixed', scenario: 'fixed', arrive: consent },
  { name: 'consent-refresh-on', scenario: 'refresh_on', arrive: consent },
  { name: 'consent-refresh-forced', scenario: 'refresh_forced', arrive: consent },
  {
    name: 'consent-own-page',
    scenario: 'success',
    arrive: (user) => user.chooses('Test Bank OAuth'),
  },
  { name: 'consent-changed', scenario: 'text_changed', arrive: seesTextChange },
  { name: 'consent-relink', scenario: 'relink', arrive: consent },
  { name: 'login', scenario: 'fixed', arrive: (user) => user.agrees() },
  { name: 'login-faults', scenario: 'fixed', arrive: logsInWithNothing },
  { name: 'login-refused', scenario: 'success', arrive: isRefused },
  { name: 'login-not-sent', scenario: 'login_broken', arrive: agreesAndLogsIn(notices) },
  {
    name: 'login-sending',
    scenario: 'slow',
    arrive: agreesAndLogsIn((user) => user.place.locator('.button--primary .icon').waitFor()),
  },
  {
    name: 'login-refresh',
    scenario: 'refresh_typed',
    arrive: (user) => user.place.locator('#bank-user-id').waitFor(),
  },
  {
    name: 'login-update-refused',
    scenario: 'refresh_typed',
    arrive: async (user) => {
      await user.logsIn('nobody');
      await user.notice().waitFor();
    },
  },
  { name: 'login-kept-refused', scenario: 'refresh_refused', arrive: notices },
  {
    name: 'refresh',
    scenario: 'refresh',
    arrive: sees(({ refresh }) => refresh.title('Test Bank')),
  },
  {
    name: 'connecting',
    scenario: 'connecting',
    arrive: sees(({ connecting }) => connecting.title('Test Bank')),
  },
  {
    name: 'action-device',
    scenario: 'success',
    arrive: linksAs('user_device', ({ action }) => action.device),
  },
  { name: 'action-device-faults', scenario: 'success', arrive: choosesNoDevice },
  {
    name: 'action-code',
    scenario: 'success',
    arrive: linksAs('user_otp', ({ action }) => action.code),
  },
  { name: 'action-code-refused', scenario: 'success', arrive: entersWrongCode },
  { name: 'action-other', scenario: 'other_question', arrive: sees(({ action }) => action.other) },
  { name: 'bank-page', scenario: 'success', arrive: comesBackFromBank },
  { name: 'connected', scenario: 'success', arrive: linksAs('usergood', connected) },
  { name: 'connected-arriving', scenario: 'arriving', arrive: sees(connected) },
  { name: 'connected-partial', scenario: 'partial', arrive: sees(connected) },
  {
    name: 'connected-empty',
    scenario: 'empty',
    arrive: sees(({ connected: { empty } }) => empty.title),
  },
  { name: 'connected-auto', scenario: 'auto_redirect', arrive: linksAs('usergood', connected) },
  { name: 'failed-locked', scenario: 'locked', arrive: sees(({ failed }) => failed.LOCKED.title) },
  {
    name: 'failed-limited',
    scenario: 'limited',
    arrive: sees(({ failed }) => failed.LIMITED.title),
  },
  {
    name: 'failed-unavailable',
    scenario: 'unavailable',
    arrive: sees(({ failed }) => failed.UNAVAILABLE.title),
  },
  {
    name: 'failed-refused',
    scenario: 'refused',
    arrive: sees(({ failed }) => failed.REFUSED.title),
  },
  {
    name: 'failed-other-login',
    scenario: 'other_login',
    arrive: sees(({ failed }) => failed.OTHER_LOGIN.title),
  },
  {
    name: 'failed-timed-out',
    scenario: 'timed_out',
    arrive: sees(({ failed }) => failed.TIMED_OUT.title),
  },
  {
    name: 'failed-fixed',
    scenario: 'fixed_failed',
    arrive: sees(({ failed }) => failed.OTHER.title),
  },
  { name: 'done', scenario: 'refresh', arrive: refreshesAndEnds },
  { name: 'left', scenario: 'refresh', arrive: cancels },
  { name: 'left-linked', scenario: 'accepted_meanwhile', arrive: cancelsTooLate },
  {
    name: 'session-ending',
    scenario: 'session_ending',
    arrive: (user) => user.place.locator('.session-notice').waitFor(),
  },
  {
    name: 'invalid-link',
    scenario: 'invalid',
    arrive: sees(({ invalidLink }) => invalidLink.title),
  },
  { name: 'session-ended', scenario: null, arrive: sees(({ sessionEnded }) => sessionEnded.title) },
  { name: 'offline', scenario: 'offline', arrive: sees(({ offline }) => offline.title) },
  { name: 'server', scenario: 'broken', arrive: sees(({ server }) => server.title) },
  {
    name: 'rate-limited',
    scenario: 'rate_limited',
    arrive: sees(({ rateLimited }) => rateLimited.title),
  },
];

function searches(typed: string, found: string | null): Arrive {
  return async (user, texts) => {
    await user.place.locator('#bank-search').fill(typed);
    const { none } = texts.institution;
    await (found
      ? user.bank('Cedar Strait').waitFor({ state: 'hidden' })
      : user.place.getByText(none).waitFor());
  };
}

async function narrows(user: LinkUser): Promise<void> {
  await user.place.locator('#bank-type').selectOption('BANK');
  await user.bank('Test Bank').waitFor({ state: 'hidden' });
}

async function choosesOneThatIsNot(user: LinkUser): Promise<void> {
  await user.chooses('Jade Orchard Bank');
  await user.agrees();
  await user.logsIn();
  await user.notice().waitFor();
}

async function seesTextChange(user: LinkUser): Promise<void> {
  await user.agrees();
  await user.logsIn();
  await user.notice().waitFor();
  await user.place.locator('.statement').waitFor();
}

async function logsInWithNothing(user: LinkUser): Promise<void> {
  await user.agrees();
  await user.mainButton.click();
  await user.place.locator('.field--fault').first().waitFor();
}

async function isRefused(user: LinkUser): Promise<void> {
  await user.links('nobody');
  await user.notice().waitFor();
}

function agreesAndLogsIn(then: Arrive): Arrive {
  return async (user, texts) => {
    await user.agrees();
    await user.logsIn();
    await then(user, texts);
  };
}

async function choosesNoDevice(user: LinkUser): Promise<void> {
  await user.links('user_device');
  await user.place.locator('.option').first().waitFor();
  await user.mainButton.click();
  await user.place.locator('.field--fault').waitFor();
}

async function entersWrongCode(user: LinkUser): Promise<void> {
  await user.links('user_otp');
  await user.entersCode('000000');
  await user.notice().waitFor();
}

async function comesBackFromBank(user: LinkUser, { bankPage }: LinkTexts): Promise<void> {
  await user.chooses('Test Bank OAuth');
  await user.mainButton.click();
  await user.sees('Fake bank');
  await user.page.goBack();
  await user.sees(bankPage.title);
}

async function refreshesAndEnds(user: LinkUser, texts: LinkTexts): Promise<void> {
  await user.sees(texts.refresh.title('Test Bank'));
  await user.mainButton.click();
  await user.sees(connected(texts));
  await user.mainButton.click();
  await user.sees(texts.done.title);
}

async function cancels(user: LinkUser, texts: LinkTexts): Promise<void> {
  await user.sees(texts.refresh.title('Test Bank'));
  await user.presses(texts.cancel);
  await user.sees(texts.unchanged.title);
}

async function cancelsTooLate(user: LinkUser, texts: LinkTexts): Promise<void> {
  await user.sees(texts.connecting.title('Test Bank'));
  await user.presses(texts.cancel);
  await user.sees(texts.alreadyLinked.title);
}

interface Surroundings {
  readonly site: FakeSite;
  readonly context: BrowserContext;
  readonly speaker: Speaker;
}

/** Opens an entry in a tab of its own and waits until its screen shows. The caller closes the tab. */
export async function visitLink(
  entry: LinkGalleryEntry,
  { site, context, speaker }: Surroundings,
): Promise<LinkUser> {
  const page = await context.newPage();
  const { url } = entry.scenario
    ? site.openLink(entry.scenario, speaker.account)
    : { url: `${site.origin}/hosted/link` };
  await page.goto(url);
  const user = new LinkUser(page);
  await entry.arrive(user, speaker.linkTexts);
  return user;
}
