import type { FactorType, MandateView } from '../../../src/pages/mandate/api/mandate-view.js';
import type { Entrance } from '../fake-api.js';
import { LONG_NAMED, MERCHANT, RETURN_URL } from '../merchant.js';
import { BANKS } from './fake-banks.js';

export interface MandateScenario extends Entrance {
  readonly mandate?: Partial<MandateView>;
  /** After that many good answers every view is refused with 401. */
  readonly sessionEndsAfterViews?: number;
  /** The bank decides after that many looks; one when absent. */
  readonly looksUntilDecided?: number;
  readonly decides?: 'SUCCEEDED' | 'FAILED';
  /** What happens to the first checklist that is submitted. */
  readonly firstSubmission?: 'answer_lost' | 'request_lost' | 'refused' | 'limit_refused' | 'slow';
  readonly brokenSearch?: true;
  /** What the payer need not give. */
  readonly given?: readonly FactorType[];
}

const LIMITS = { max_transaction_amount: 50_000 };

const KNOWN = { institution: BANKS[0], institution_fixed: true };
const DATED = {
  transaction_limits: { ...LIMITS, max_period_amount: 1_234_567, period: 'MONTHLY' },
  start_date: '2026-12-01',
} as const;

export const MANDATE_SCENARIOS = {
  success: {},
  live: { mandate: { live: true } },
  auto_redirect: { mandate: { ui_mode: 'auto_redirect' } },
  standalone: { mandate: { ui_mode: 'standalone', return_url: undefined } },
  session_ending: { sessionSeconds: 100 },
  rejected: { decides: 'FAILED' },
  undecided: { looksUntilDecided: Number.POSITIVE_INFINITY },
  answer_lost: { firstSubmission: 'answer_lost' },
  request_lost: { firstSubmission: 'request_lost' },
  account_refused: { firstSubmission: 'refused' },
  limit_refused: { firstSubmission: 'limit_refused' },
  slow: { firstSubmission: 'slow' },
  no_limits: {
    mandate: {
      mandate_details: { currency: 'HKD' },
    },
  },
  jpy: { mandate: { mandate_details: { ...DATED, currency: 'JPY' } } },
  kwd: { mandate: { mandate_details: { ...DATED, currency: 'KWD' } } },
  long: {
    mandate: {
      mandate_details: {
        currency: 'VND',
        description:
          'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
        transaction_limits: {
          max_transaction_amount: 1_234_567_890,
          max_period_amount: 12_345_678_900,
          max_period_count: 4,
          period: 'QUARTERLY',
        },
        start_date: '2026-12-01',
        end_date: '2031-11-30',
      },
      merchant: LONG_NAMED,
    },
  },
  known_account: { mandate: KNOWN, given: ['ACCOUNT_IDENTIFICATION'] },
  known_account_unchosen: { mandate: { ...KNOWN, institution: undefined } },
  broken_search: { brokenSearch: true },
  already_done: { mandate: { status: 'SUCCEEDED' } },
  failed: { mandate: { status: 'FAILED', error: { error_code: 'SOMETHING_NEW' } } },
  locked: { mandate: { status: 'FAILED', error: { error_code: 'TOO_MANY_ATTEMPTS' } } },
  login_failed: { mandate: { status: 'FAILED', error: { error_code: 'AUTHENTICATION_FAILED' } } },
  unavailable: { mandate: { status: 'FAILED', error: { error_code: 'INSTITUTION_UNAVAILABLE' } } },
  revoked: { mandate: { status: 'REVOKED' } },
  cancelled: { mandate: { status: 'CANCELLED' } },
  closed: { mandate: { status: 'CLOSED' } },
  invalid: { entry: 'invalid' },
  broken: { entry: 'broken' },
  crowded: { entry: 'rate_limited' },
  loading: { entry: 'never_answers' },
  offline: { entry: 'offline' },
  session_ended: { sessionEndsAfterViews: 1 },
} as const satisfies Record<string, MandateScenario>;

export type MandateScenarioName = keyof typeof MANDATE_SCENARIOS;

/** The mandate that every scenario starts from. */
export const ORDINARY_MANDATE: Omit<MandateView, 'auth_checklist' | 'encryption_info' | 'consent'> =
  {
    mandate_id: '01K8Z3V5Q4M7N2R6T9W1X0Y8MA',
    status: 'AUTHORIZATION_REQUIRED',
    live: false,
    of_payment_link: false,
    merchant: MERCHANT,
    mandate_details: {
      currency: 'HKD',
      description: 'Pottery course, monthly',
      transaction_limits: {
        max_transaction_amount: 124_850,
        max_period_amount: 250_000,
        max_period_count: 2,
        period: 'MONTHLY',
      },
      start_date: '2026-12-01',
      end_date: '2027-11-30',
    },
    recipient: { name: MERCHANT.display_name },
    institution_fixed: false,
    language: 'en',
    ui_mode: 'redirect',
    return_url: RETURN_URL,
  };
