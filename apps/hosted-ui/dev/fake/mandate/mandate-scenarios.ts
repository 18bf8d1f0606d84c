import type { FactorType, MandateView } from '../../../src/pages/mandate/api/mandate-view.js';
import { aMandate } from '../../../src/pages/mandate/fakes.js';
import { COMMON_SCENARIOS, type ScenarioOf } from '../fake-record.js';
import { LONG_NAMED, MERCHANT, RETURN_URL } from '../merchant.js';
import { Refusal } from '../reply.js';
import { BANKS } from './fake-banks.js';

export interface MandateScenario extends ScenarioOf<MandateView> {
  /** The bank decides after that many polls; one when absent. */
  readonly pollsUntilDecided?: number;
  readonly decides?: 'SUCCEEDED' | 'FAILED';
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
  ...COMMON_SCENARIOS,
  standalone: { view: { ui_mode: 'standalone', return_url: undefined } },
  rejected: { decides: 'FAILED' },
  undecided: { pollsUntilDecided: Number.POSITIVE_INFINITY },
  answer_lost: { firstSubmission: 'answer_lost' },
  request_lost: { firstSubmission: 'request_lost' },
  account_refused: { firstSubmission: new Refusal(400, 'INVALID_REQUEST') },
  limit_refused: { firstSubmission: new Refusal(400, 'TRANSACTION_LIMIT_EXCEEDED') },
  slow: { firstSubmission: 'slow' },
  no_limits: { view: { mandate_details: { currency: 'HKD' } } },
  jpy: { view: { mandate_details: { ...DATED, currency: 'JPY' } } },
  kwd: { view: { mandate_details: { ...DATED, currency: 'KWD' } } },
  long: {
    view: {
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
  known_account: { view: KNOWN, given: ['ACCOUNT_IDENTIFICATION'] },
  known_account_unchosen: { view: { ...KNOWN, institution: undefined } },
  broken_search: { brokenSearch: true },
  already_done: { view: { status: 'SUCCEEDED' } },
  failed: { view: { status: 'FAILED', error: { error_code: 'SOMETHING_NEW' } } },
  locked: { view: { status: 'FAILED', error: { error_code: 'TOO_MANY_ATTEMPTS' } } },
  login_failed: { view: { status: 'FAILED', error: { error_code: 'AUTHENTICATION_FAILED' } } },
  unavailable: { view: { status: 'FAILED', error: { error_code: 'INSTITUTION_UNAVAILABLE' } } },
  revoked: { view: { status: 'REVOKED' } },
  cancelled: { view: { status: 'CANCELLED' } },
  closed: { view: { status: 'CLOSED' } },
  offline: { entry: 'offline' },
  session_ended: { sessionEndsAfterViews: 1 },
} as const satisfies Record<string, MandateScenario>;

export type MandateScenarioName = keyof typeof MANDATE_SCENARIOS;

/** The mandate that every scenario starts from. */
export const ORDINARY_MANDATE = aMandate({
  mandate_id: '01K8Z3V5Q4M7N2R6T9W1X0Y8MA',
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
  institution: undefined,
  return_url: RETURN_URL,
});
