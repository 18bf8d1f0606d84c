import { createHash } from 'node:crypto';
import { type ConsentLanguage, linkConsent } from '@towpath/contracts/consent';
import type {
  LinkAction,
  LinkInstitution,
  LinkOffer,
  LinkResult,
  LinkView,
} from '../../../src/pages/link/api/link-view.js';
import { aLink } from '../../../src/pages/link/fakes.js';
import { languageFor } from '../../../src/shared/i18n/languages.js';
import { FakeRecord, type Made } from '../fake-record.js';
import { MERCHANT } from '../merchant.js';
import type { LinkScenario } from './link-scenarios.js';

const PRODUCTS = [
  'accounts',
  'online_transactions',
  'historical_transactions',
  'statements',
  'identity',
];
const SUCCESS = { status: 'SUCCESS' } as const;
const RETURN_URI = 'http://127.0.0.1:8090/callback';

const OTP: LinkAction = {
  action_id: 'action-2',
  type: 'ACTION',
  name: 'MOBILE_OTP',
  messages: [{ name: 'title', type: 'TEXT', value: 'Enter the code that was sent to you.' }],
  fields: [{ name: 'otp', type: 'INPUT', label: 'Code' }],
  buttons: [{ name: 'submit', type: 'SUBMIT', value: 'Continue' }],
};
const DEVICE: LinkAction = {
  action_id: 'action-1',
  type: 'ACTION',
  name: 'DEVICE_SELECTION',
  messages: [{ name: 'title', type: 'TEXT', value: 'Where should the code be sent?' }],
  fields: [
    {
      name: 'device',
      type: 'SELECT',
      label: 'Device',
      options: [
        { label: 'Phone ending in 4821', value: 'phone' },
        { label: 'Tablet ending in 0937', value: 'tablet' },
      ],
    },
  ],
  buttons: [{ name: 'submit', type: 'SUBMIT', value: 'Continue' }],
};
const WRONG = { name: 'error', type: 'ERROR', value: 'That code is not right. Please try again.' };

const ORDINARY = aLink({
  merchant: MERCHANT,
  countries: ['HKG', 'PHL', 'SGP'],
  institution_types: ['BANK', 'WALLET', 'TEST'],
});

/** One link, and a bank that follows the login table of the sandbox. */
export class FakeAccountLink extends FakeRecord<LinkView, LinkScenario> {
  /** What the bank received, decrypted. */
  readonly received: unknown[] = [];
  private wrong = 0;

  constructor(made: Made<LinkView, LinkScenario>) {
    super(made, ORDINARY);
  }

  view(): LinkView {
    const hasLoggedIn = this.submissions > 0;
    if (this.current().step === 'CONNECTING' && hasLoggedIn) {
      const product_status = Object.fromEntries(PRODUCTS.map((key) => [key, SUCCESS]));
      this.change({ step: 'CONNECTED', product_status });
    }
    return this.current();
  }

  offer(institution: LinkInstitution): LinkOffer {
    const language: ConsentLanguage = languageFor(this.current());
    const merchant = this.current().merchant.display_name;
    const about = { merchant, institution: institution.institution_name, products: PRODUCTS };
    const consent = linkConsent(about, { version: 'link-1', language });
    const sha256 = createHash('sha256').update(consent.text, 'utf8').digest('hex');
    return {
      institution,
      products: PRODUCTS,
      consent: { ...consent, statements: [...consent.statements], sha256 },
    };
  }

  /** Null: credentials that are kept, or a bank's own page. */
  login(institution: LinkInstitution, typed: Record<string, string> | null): LinkView {
    this.received.push(typed);
    this.change({ institution_id: institution.institution_id, error: undefined });
    const user = typed?.['user_id'];
    if (!typed && institution.login_methods?.[0]?.login_fields.length === 0) {
      return this.change({ step: 'REDIRECT', redirect_url: `/fake-bank/link/${this.made.token}` });
    }
    if (institution.institution_id === 'testbank-unavailable') {
      return this.fails('INSTITUTION_UNAVAILABLE');
    }
    if (typed && typed['password'] !== 'datagood') return this.fails('CREDENTIALS_INVALID');
    if (user === 'user_otp') return this.change({ step: 'ACTION', action: OTP });
    if (user === 'user_device') return this.change({ step: 'ACTION', action: DEVICE });
    if (user === 'user_locked') return this.fails('TOO_MANY_ATTEMPTS');
    if (user === 'user_down') return this.fails('INSTITUTION_UNAVAILABLE');
    if (user !== undefined && user !== 'usergood') return this.fails('CREDENTIALS_INVALID');
    return this.change({ step: 'CONNECTING' });
  }

  answer(typed: Record<string, string>): LinkView {
    this.received.push(typed);
    if (typed['device']) return this.change({ step: 'ACTION', action: OTP });
    if (typed['otp'] !== undefined && typed['otp'] !== '123456') {
      this.wrong += 1;
      if (this.wrong > 2) return this.fails('TOO_MANY_ATTEMPTS');
      const action_id = `action-2-${this.wrong}`;
      const messages = [WRONG, ...OTP.messages];
      return this.change({ step: 'ACTION', action: { ...OTP, action_id, messages } });
    }
    return this.change({ step: 'CONNECTING', action: undefined });
  }

  bankDecides(approved: boolean): void {
    if (approved) this.change({ step: 'CONNECTING', redirect_url: undefined });
    else this.fails('AUTHENTICATION_FAILED');
  }

  result(message: 'success' | 'close'): LinkResult {
    const { noReturn, byQuery } = this.scenario;
    const ok = { code: 'code_1', institution_id: 'testbank', login_identity_id: 'login-1' };
    const no = { error: 'access_denied', error_description: 'x', error_details: 'y' };
    return {
      message,
      response_mode: byQuery ? 'query' : 'form_post',
      ...(!noReturn && { redirect_uri: RETURN_URI }),
      parameters: { ...(message === 'success' ? ok : no), state: 's-1' },
    };
  }

  private fails(error_code: string): LinkView {
    return this.change({
      step: 'FAILED',
      action: undefined,
      redirect_url: undefined,
      error: { error_code },
    });
  }
}
