import type { ProductStatus } from '@towpath/contracts';
import type { LinkView } from '../../../src/pages/link/api/link-view.js';
import { COMMON_SCENARIOS, type ScenarioOf } from '../fake-record.js';
import { Refusal } from '../reply.js';

export interface LinkScenario extends ScenarioOf<LinkView> {
  /** Nothing is sent back to: a refresh needs no address. */
  readonly noReturn?: true;
  readonly byQuery?: true;
  /** The bank accepts the login while the user cancels. */
  readonly acceptsMeanwhile?: true;
}

const CHOSEN = { institution_id: 'testbank', institution_fixed: true } as const;
const at = (step: LinkView['step']) => ({ step, institution_id: 'testbank' });
type Statuses = readonly [ProductStatus, ProductStatus, ProductStatus?];
const connected = (
  [accounts, others, identity = others]: Statuses,
  { statements = others }: { readonly statements?: ProductStatus } = {},
) => ({
  ...at('CONNECTED'),
  product_status: {
    accounts: { status: accounts },
    online_transactions: { status: others },
    historical_transactions: { status: others },
    statements: { status: statements },
    identity: { status: identity },
  },
});
const failed = (error_code: string): LinkScenario => ({
  view: { ...at('FAILED'), error: { error_code } },
});

export const LINK_SCENARIOS = {
  ...COMMON_SCENARIOS,
  query: { byQuery: true },
  one_country: { view: { countries: ['HKG'], institution_types: ['BANK'] } },
  fixed: { view: CHOSEN },
  refresh_on: { view: { ...CHOSEN, automatic_data_refresh: 'ON' } },
  refresh_forced: { view: { ...CHOSEN, automatic_data_refresh: 'FORCED_ON' } },
  standalone: { view: { ui_mode: 'standalone' } },
  iframe: { view: { ui_mode: 'iframe' } },
  relink: { view: { ...CHOSEN, mode: 'RELINK' } },
  refresh: { view: { ...CHOSEN, mode: 'REFRESH', credentials_kept: true }, noReturn: true },
  refresh_typed: { view: { ...CHOSEN, mode: 'REFRESH' }, noReturn: true },
  refresh_refused: {
    view: {
      ...CHOSEN,
      mode: 'REFRESH',
      credentials_kept: true,
      step: 'FAILED',
      error: { error_code: 'REFRESH_NOT_ALLOWED' },
    },
  },
  connecting: { view: at('CONNECTING') },
  accepted_meanwhile: { view: at('CONNECTING'), noReturn: true, acceptsMeanwhile: true },
  arriving: { view: connected(['SUCCESS', 'IN_PROGRESS']) },
  partial: { view: connected(['SUCCESS', 'SUCCESS', 'WARNING'], { statements: 'ERROR' }) },
  empty: { view: connected(['NOT_AVAILABLE', 'NOT_AVAILABLE']) },
  other_question: {
    view: {
      ...at('ACTION'),
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
    view: { ...failed('TOO_MANY_ATTEMPTS').view, failure_reason: 'LIMITED' },
  },
  unavailable: failed('INSTITUTION_UNAVAILABLE'),
  refused: failed('AUTHENTICATION_FAILED'),
  other_login: {
    view: {
      ...failed('AUTHENTICATION_FAILED').view,
      ...CHOSEN,
      mode: 'RELINK',
      failure_reason: 'OTHER_LOGIN',
    },
  },
  timed_out: failed('LINK_ACTION_EXPIRED'),
  fixed_failed: {
    view: { ...CHOSEN, step: 'FAILED', error: { error_code: 'INTERNAL_ERROR' } },
  },
  text_changed: { view: CHOSEN, firstSubmission: new Refusal(400, 'CONSENT_TEXT_CHANGED') },
  login_broken: { view: CHOSEN, firstSubmission: new Refusal(503, 'SERVICE_UNAVAILABLE') },
  slow: { view: CHOSEN, firstSubmission: 'slow' },
  broken_search: { brokenSearch: true },
  offline: { entry: 'offline' },
} as const satisfies Record<string, LinkScenario>;

export type LinkScenarioName = keyof typeof LINK_SCENARIOS;
