import {
  consentLanguage,
  CURRENT_MANDATE_CONSENT,
  mandateConsent,
} from '@towpath/contracts/consent';
import type {
  Factor,
  FactorType,
  MandateView,
} from '../../../src/pages/mandate/api/mandate-view.js';
import type { Institution } from '../../../src/shared/api/page-types.js';
import { FakeRecord, type Made } from '../fake-record.js';
import type { FakeKeys } from './fake-keys.js';
import { type MandateScenario, ORDINARY_MANDATE } from './mandate-scenarios.js';

interface Item {
  readonly type: FactorType;
  readonly name: string;
  readonly value: unknown;
}

const ATTEMPTS = 3;

export class FakeMandate extends FakeRecord<MandateView, MandateScenario> {
  /** What was submitted, as the page encrypted it, opened. */
  readonly received: Item[] = [];
  private pollsLeft: number;
  private readonly given = new Set<FactorType>();
  private otpAsked = false;
  private wrongCodes = 0;

  constructor(
    made: Made<MandateView, MandateScenario>,
    private readonly keys: FakeKeys,
  ) {
    super(made, ORDINARY_MANDATE);
    for (const type of made.scenario.given ?? []) this.given.add(type);
    this.pollsLeft = made.scenario.pollsUntilDecided ?? 1;
  }

  get isGiven(): boolean {
    const { status } = this.current();
    return status === 'SUBMITTED' || status === 'SUCCEEDED';
  }

  view(): MandateView {
    if (this.current().status === 'SUBMITTED') this.decide();
    return {
      ...this.current(),
      auth_checklist: this.checklist(),
      encryption_info: { jwks_url: 'http://127.0.0.1/payments/jwks', key_id: this.keys.keyId },
      consent: this.consent(),
    };
  }

  /** An error code, or null. */
  choose(institution: Institution): string | null {
    if (institution.institution_id === 'testbank-unavailable') return 'INSTITUTION_UNAVAILABLE';
    if (institution.institution_id === 'cedar-strait') return 'INSTITUTION_NOT_CONNECTED';
    this.change({ institution });
    this.given.clear();
    this.otpAsked = false;
    return null;
  }

  /** An error code, or null. */
  submit(items: readonly Item[]): string | null {
    for (const item of items) {
      this.received.push(item);
      const refusal = this.take(item);
      if (refusal) return refusal;
    }
    const missing = this.checklist().some(
      ({ required, type }) => required === 'YES' && !this.given.has(type),
    );
    this.change({ status: missing ? 'AUTHORIZING' : 'SUBMITTED' });
    return null;
  }

  /** The payer at the bank's own page. */
  bankDecides(approved: boolean): void {
    if (approved) this.submit([{ type: 'ACCOUNTHOLDER_AUTHENTICATION', name: '', value: {} }]);
    else this.change({ status: 'AUTHORIZATION_REQUIRED' });
  }

  leave(): void {
    if (this.current().of_payment_link) this.change({ status: 'CLOSED' });
  }

  private take({ type, value }: Item): string | null {
    const isLogin = type === 'ACCOUNTHOLDER_AUTHENTICATION';
    if (isLogin && !this.current().institution?.redirect) {
      const refusal = this.logIn(value as Readonly<Record<string, string>>);
      if (refusal !== 'accepted') return refusal;
    }
    if (type === 'ENDUSER_CONSENT') this.limit(value);
    this.given.add(type);
    return null;
  }

  private limit(consent: unknown): void {
    const { max_transaction_amount: own } = Object(consent) as { max_transaction_amount?: number };
    const { mandate_details: details } = this.current();
    const { transaction_limits: limits } = details;
    if (own === undefined) return;
    const transaction_limits = {
      max_transaction_amount: own,
      ...limits,
      max_transaction_amount_set_by_payer_initial: own,
    };
    this.change({ mandate_details: { ...details, transaction_limits } });
  }

  private logIn(login: Readonly<Record<string, string>>): 'accepted' | string | null {
    if (login['user_id'] !== 'usergood' || login['password'] !== 'datagood') {
      return login['user_id'] === 'user_locked' ? 'TOO_MANY_ATTEMPTS' : 'CREDENTIALS_INVALID';
    }
    this.otpAsked = true;
    if (login['otp'] === undefined) return null;
    if (login['otp'] === '123456') return 'accepted';
    this.wrongCodes += 1;
    if (this.wrongCodes < ATTEMPTS) return 'CREDENTIALS_INVALID';
    this.wrongCodes = 0;
    this.otpAsked = false;
    return 'TOO_MANY_ATTEMPTS';
  }

  private decide(): void {
    this.pollsLeft -= 1;
    if (this.pollsLeft > 0) return;
    const status = this.scenario.decides ?? 'SUCCEEDED';
    const error = status === 'FAILED' ? { error_code: 'PAYMENT_METHOD_DECLINED' } : undefined;
    this.change({ status, error });
  }

  private checklist(): Factor[] {
    const { institution } = this.current();
    const redirect = institution?.redirect ?? false;
    const name = redirect ? 'INSTITUTION_OAUTH_LOGIN' : 'INSTITUTION_CREDENTIALS_LOGIN';
    const login = ['user_id', 'password', ...(this.otpAsked ? ['otp'] : [])];
    const factor = (type: FactorType, members: string[]): Factor => ({
      type,
      group_id: type,
      required: type === 'USER_IDENTIFICATION' ? 'NO' : 'YES',
      options: institution
        ? [{ name, submitted_at: this.submittedAt(type), value_members: members }]
        : [],
    });
    const authentication = factor('ACCOUNTHOLDER_AUTHENTICATION', redirect ? [] : login);
    const [option] = authentication.options;
    if (option && redirect) {
      const { origin, token } = this.made;
      option.redirect_url = `${origin}/fake-bank/mandate/${token}`;
    }
    return [
      factor('ACCOUNT_IDENTIFICATION', ['account_number', 'accountholder_name']),
      factor('USER_IDENTIFICATION', []),
      factor('ENDUSER_CONSENT', []),
      authentication,
    ];
  }

  private submittedAt(type: FactorType): string | null {
    return this.given.has(type) ? '2026-11-21T10:00:00Z' : null;
  }

  private consent() {
    const { mandate_details: details, merchant, institution, language, country } = this.current();
    const limits = details.transaction_limits;
    const facts = {
      merchant: merchant.display_name,
      institution: institution?.name ?? null,
      description: details.description ?? null,
      currency: details.currency,
      limits: limits
        ? {
            maxTransactionAmount: limits.max_transaction_amount,
            maxPeriodAmount: limits.max_period_amount ?? null,
            maxPeriodCount: limits.max_period_count ?? null,
            period: limits.period ?? null,
          }
        : null,
      startDate: details.start_date ?? null,
      endDate: details.end_date ?? null,
    };
    const { currency } = details;
    const asked = consentLanguage({ language, country, currency });
    return mandateConsent(facts, { version: CURRENT_MANDATE_CONSENT, language: asked });
  }
}
