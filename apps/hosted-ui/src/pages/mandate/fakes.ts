import type { Factor, FactorOption, FactorType, MandateView } from './api/mandate-view.js';
import type { Institution } from '../../shared/api/page-types.js';

export const TEST_BANK: Institution = {
  institution_id: 'testbank',
  name: 'Test Bank',
  user_type: 'INDIVIDUAL',
  redirect: false,
};

const LOGIN = 'INSTITUTION_CREDENTIALS_LOGIN';
const SUBMITTED_AT = '2026-11-21T10:00:00Z';

/** A factor that is asked for; `option` says what its one option has besides. */
export function aFactor(type: FactorType, option: Partial<FactorOption> = {}): Factor {
  return { type, group_id: type, required: 'YES', options: [{ name: LOGIN, ...option }] };
}

/** The checklist with these factors given. */
export function aChecklist(...given: FactorType[]): Factor[] {
  const types = [
    'ACCOUNT_IDENTIFICATION',
    'ENDUSER_CONSENT',
    'ACCOUNTHOLDER_AUTHENTICATION',
  ] as const;
  return types.map((type) =>
    aFactor(type, given.includes(type) ? { submitted_at: SUBMITTED_AT } : {}),
  );
}

/** A mandate of a payer who has chosen the bank and given nothing yet. */
export function aMandate(changes: Partial<MandateView> = {}): MandateView {
  return {
    mandate_id: 'mandate-1',
    status: 'AUTHORIZATION_REQUIRED',
    live: false,
    of_payment_link: false,
    merchant: { display_name: 'Shop' },
    mandate_details: { currency: 'HKD' },
    recipient: {},
    institution: TEST_BANK,
    institution_fixed: false,
    auth_checklist: aChecklist(),
    encryption_info: { jwks_url: 'https://api.example/payments/jwks', key_id: 'key-1' },
    consent: { version: 'mandate-1', language: 'en', text: 'I agree.' },
    language: 'en',
    ui_mode: 'redirect',
    ...changes,
  };
}
