import type { LinkTexts } from '../../src/pages/link/i18n/en.js';
import type { LinkScenarioName } from '../fake/link/link-scenarios.js';
import { galleryOf, goesBack, pressesMain, seesNotice, shows, type Step } from './gallery.js';
import { LinkUser } from './visitors.js';

type LinkStep = Step<LinkUser>;
type Failure = keyof LinkTexts['failed'];

const gallery = galleryOf<'link', LinkUser, LinkScenarioName>('link', LinkUser);
const { entry, step, says, sees } = gallery;
const fails = (failure: Failure) => says(({ failed }) => failed[failure].title);
const asks = (question: 'device' | 'code' | 'other') => says(({ action }) => action[question]);
const connectedEmpty = says(({ connected: { empty } }) => empty.title);

const banks: LinkStep = (user) => user.bank('Test Bank').waitFor();
const consent = shows('.statement');
const chooses = step((user, _, bank?: string) => user.chooses(bank));
const agrees: LinkStep = (user) => user.agrees();
const logsIn = step((user, _, userId?: string) => user.logsIn(userId));
const links = step((user, _, userId?: string) => user.links(userId));
const cancels: LinkStep = (user, { texts }) => user.presses(texts.link.cancel);
const loses = step((user, _, bank: string) => user.bank(bank).waitFor({ state: 'hidden' }));
const searches = step(({ place }, _, typed: string) => place.locator('#bank-search').fill(typed));
const findsNone: LinkStep = ({ place }, { texts }) =>
  place.getByText(texts.link.institution.none).waitFor();
const narrows: LinkStep = ({ place }) => place.locator('#bank-type').selectOption('BANK');
const entersWrongCode: LinkStep = (user) => user.entersCode('000000');
const seesBank: LinkStep = (user) => user.sees('Fake bank');

/** Every screen of the link page, and every variant of one that looks different. */
export const LINK_GALLERY = [
  entry('loading', 'loading', shows('.bone--fields')),
  entry('institution', 'success', banks),
  entry('institution-live', 'live', banks),
  entry('institution-one-country', 'one_country', banks),
  entry('institution-found', 'success', searches('tset bank'), loses('Cedar Strait')),
  entry('institution-none', 'success', searches('qqqq'), findsNone),
  entry('institution-narrowed', 'success', narrows, loses('Test Bank')),
  entry('institution-failed', 'broken_search', shows('.notice')),
  entry(
    'institution-not-offered',
    'success',
    chooses('Jade Orchard Bank'),
    agrees,
    logsIn(),
    seesNotice,
  ),
  entry('consent', 'success', chooses()),
  entry('consent-fixed', 'fixed', consent),
  entry('consent-refresh-on', 'refresh_on', consent),
  entry('consent-refresh-forced', 'refresh_forced', consent),
  entry('consent-own-page', 'success', chooses('Test Bank OAuth')),
  entry('consent-changed', 'text_changed', agrees, logsIn(), seesNotice, consent),
  entry('consent-relink', 'relink', consent),
  entry('login', 'fixed', agrees),
  entry('login-faults', 'fixed', agrees, pressesMain, shows('.field--fault')),
  entry('login-refused', 'success', links('nobody'), seesNotice),
  entry('login-not-sent', 'login_broken', agrees, logsIn(), seesNotice),
  entry('login-sending', 'slow', agrees, logsIn(), shows('.button--primary .icon')),
  entry('login-refresh', 'refresh_typed', shows('#bank-user-id')),
  entry('login-update-refused', 'refresh_typed', logsIn('nobody'), seesNotice),
  entry('login-kept-refused', 'refresh_refused', seesNotice),
  entry('refresh', 'refresh', sees('refresh')),
  entry('connecting', 'connecting', sees('connecting')),
  entry('action-device', 'success', links('user_device'), asks('device')),
  entry(
    'action-device-faults',
    'success',
    links('user_device'),
    shows('.option'),
    pressesMain,
    shows('.field--fault'),
  ),
  entry('action-code', 'success', links('user_otp'), asks('code')),
  entry('action-code-refused', 'success', links('user_otp'), entersWrongCode, seesNotice),
  entry('action-other', 'other_question', asks('other')),
  entry(
    'bank-page',
    'success',
    chooses('Test Bank OAuth'),
    pressesMain,
    seesBank,
    goesBack,
    sees('bankPage'),
  ),
  entry('connected', 'success', links(), sees('connected')),
  entry('connected-arriving', 'arriving', sees('connected')),
  entry('connected-partial', 'partial', sees('connected')),
  entry('connected-empty', 'empty', connectedEmpty),
  entry('connected-auto', 'auto_redirect', links(), sees('connected')),
  entry('failed-locked', 'locked', fails('LOCKED')),
  entry('failed-limited', 'limited', fails('LIMITED')),
  entry('failed-unavailable', 'unavailable', fails('UNAVAILABLE')),
  entry('failed-refused', 'refused', fails('REFUSED')),
  entry('failed-other-login', 'other_login', fails('OTHER_LOGIN')),
  entry('failed-timed-out', 'timed_out', fails('TIMED_OUT')),
  entry('failed-fixed', 'fixed_failed', fails('OTHER')),
  entry(
    'done',
    'refresh',
    sees('refresh'),
    pressesMain,
    sees('connected'),
    pressesMain,
    sees('done'),
  ),
  entry('left', 'refresh', sees('refresh'), cancels, sees('unchanged')),
  entry('left-linked', 'accepted_meanwhile', sees('connecting'), cancels, sees('alreadyLinked')),
  entry('session-ending', 'session_ending', shows('.session-notice')),
  entry('invalid-link', 'invalid', sees('invalidLink')),
  entry('session-ended', null, sees('sessionEnded')),
  entry('offline', 'offline', sees('offline')),
  entry('server', 'broken', sees('server')),
  entry('rate-limited', 'crowded', sees('rateLimited')),
];
