import type { ConnectorClient } from '@towpath/http';
import { BankUnavailable } from '../../banks/direct-debit/ports.js';
import {
  MandateInstitution,
  type BankLogin,
  type LoginOutcome,
  type LoginPage,
} from './institution-login.js';

interface SandboxInstitutionOptions {
  readonly http: ConnectorClient;
  /** URL for the payer's browser. */
  readonly publicUrl: string;
}

const OUTCOMES: ReadonlySet<unknown> = new Set<LoginOutcome>([
  'ACCEPTED',
  'OTP_REQUIRED',
  'REJECTED',
  'LOCKED',
  'UNAVAILABLE',
]);

/** The simulated institutions: test apps only. */
export class SandboxInstitution extends MandateInstitution {
  override readonly appType = 'TEST';

  constructor(private readonly options: SandboxInstitutionOptions) {
    super();
  }

  override logIn(login: BankLogin): Promise<LoginOutcome> {
    return this.ask('/bank/mandate-logins', {
      customer_app_id: login.customerAppId,
      reference: login.mandateId,
      institution_id: login.institutionId,
      user_id: login.userId,
      password: login.password,
      ...(login.otp === null ? {} : { otp: login.otp }),
    });
  }

  override loginPage({ institutionId, state, returnUrl, language }: LoginPage): string {
    const url = new URL('/bank/login', this.options.publicUrl);
    url.searchParams.set('institution', institutionId);
    url.searchParams.set('state', state);
    url.searchParams.set('return_url', returnUrl);
    url.searchParams.set('lang', language);
    return url.href;
  }

  override redeem(given: { readonly code: string; readonly state: string }): Promise<LoginOutcome> {
    return this.ask('/bank/login-codes/redemptions', given);
  }

  private async ask(path: string, body: object): Promise<LoginOutcome> {
    try {
      const answer = await this.options.http.send({ method: 'POST', path, body });
      const { outcome } = answer.body as { readonly outcome?: unknown };
      return OUTCOMES.has(outcome) ? (outcome as LoginOutcome) : 'REJECTED';
    } catch (error) {
      if (error instanceof BankUnavailable) return 'UNAVAILABLE';
      throw error;
    }
  }
}
