import type { ProductStatus } from '@towpath/contracts';
import type { LinkView } from '../../../src/pages/link/api/link-view.js';
import type { Entrance } from '../fake-api.js';

export interface LinkScenario extends Entrance {
  readonly link?: Partial<LinkView>;
  readonly brokenSearch?: true;
  /** What happens to the first login. */
  readonly firstLogin?: 'text_changed' | 'server' | 'slow';
  /** Nothing is sent back to: a refresh needs no address. */
  readonly noReturn?: true;
  readonly byQuery?: true;
  /** The bank accepts the login while the user cancels. */
  readonly acceptsMeanwhile?: true;
}

const CHOSEN = { institution_id: 'testbank', institution_fixed: true } as const;
type Statuses = readonly [ProductStatus, ProductStatus, ProductStatus?];
const statuses = ([accounts, others, identity = others]: Statuses) => ({
  accounts: { status: accounts },
  online_transactions: { status: others },
  historical_transactions: { status: others },
  statements: { status: others },
  identity: { status: identity },
});
const failed = (error_code: string): LinkScenario => ({
  link: { step: 'FAILED', institution_id: 'testbank', error: { error_code } },
});

export const LINK_SCENARIOS = {
  success: {},
  query: { byQuery: true },
  live: { link: { live: true } },
  one_country: { link: { countries: ['HKG'], institution_types: ['BANK'] } },
  fixed: { link: CHOSEN },
  refresh_on: { link: { ...CHOSEN, automatic_data_refresh: 'ON' } },
  refresh_forced: { link: { ...CHOSEN, automatic_data_refresh: 'FORCED_ON' } },
  auto_redirect: { link: { ui_mode: 'auto_redirect' } },
  standalone: { link: { ui_mode: 'standalone' } },
  iframe: { link: { ui_mode: 'iframe' } },
  relink: { link: { ...CHOSEN, mode: 'RELINK' } },
  refresh: { link: { ...CHOSEN, mode: 'REFRESH', credentials_kept: true }, noReturn: true },
  refresh_typed: { link: { ...CHOSEN, mode: 'REFRESH' }, noReturn: true },
  refresh_refused: {
    link: {
      ...CHOSEN,
      mode: 'REFRESH',
      credentials_kept: true,
      step: 'FAILED',
      error: { error_code: 'REFRESH_NOT_ALLOWED' },
    },
  },
  connecting: { link: { step: 'CONNECTING', institution_id: 'testbank' } },
  accepted_meanwhile: {
    link: { step: 'CONNECTING', institution_id: 'testbank' },
    noReturn: true,
    acceptsMeanwhile: true,
  },
  arriving: {
    link: {
      step: 'CONNECTED',
      institution_id: 'testbank',
      product_status: statuses(['SUCCESS', 'IN_PROGRESS']),
    },
  },
  partial: {
    link: {
      step: 'CONNECTED',
      institution_id: 'testbank',
      product_status: {
        ...statuses(['SUCCESS', 'SUCCESS', 'WARNING']),
        statements: { status: 'ERROR' },
      },
    },
  },
  empty: {
    link: {
      step: 'CONNECTED',
      institution_id: 'testbank',
      product_status: statuses(['NOT_AVAILABLE', 'NOT_AVAILABLE']),
    },
  },
  other_question: {
    link: {
      step: 'ACTION',
      institution_id: 'testbank',
      action: {
        action_id: 'action-9',
        type: 'ACTION',
        name: 'SECURITY_QUESTION',
        messages: [
          { name: 'title', type: 'TEXT', value: 'What was the name of your first school?' },
        ],
        fields: [{ name: 'answer', type: 'PASSWORD', label: 'Answer' }],
      },
    },
  },
  locked: failed('TOO_MANY_ATTEMPTS'),
  limited: {
    link: { ...failed('TOO_MANY_ATTEMPTS').link, failure_reason: 'LIMITED' },
  },
  unavailable: failed('INSTITUTION_UNAVAILABLE'),
  refused: failed('AUTHENTICATION_FAILED'),
  other_login: {
    link: {
      ...failed('AUTHENTICATION_FAILED').link,
      ...CHOSEN,
      mode: 'RELINK',
      failure_reason: 'OTHER_LOGIN',
    },
  },
  timed_out: failed('LINK_ACTION_EXPIRED'),
  fixed_failed: {
    link: { ...CHOSEN, step: 'FAILED', error: { error_code: 'INTERNAL_ERROR' } },
  },
  text_changed: { link: CHOSEN, firstLogin: 'text_changed' },
  login_broken: { link: CHOSEN, firstLogin: 'server' },
  slow: { link: CHOSEN, firstLogin: 'slow' },
  session_ending: { sessionSeconds: 100 },
  broken_search: { brokenSearch: true },
  invalid: { entry: 'invalid' },
  broken: { entry: 'broken' },
  offline: { entry: 'offline' },
  rate_limited: { entry: 'rate_limited' },
  loading: { entry: 'never_answers' },
} as const satisfies Record<string, LinkScenario>;

export type LinkScenarioName = keyof typeof LINK_SCENARIOS;
