import type { LimitPeriod } from '../../states/mandate.states.js';
import type { MandateConsentFacts } from '../mandate-consent-facts.js';

/** The statements of a consent in one language. A language without one of them does not compile. */
export interface MandateWords {
  readonly permission: (
    facts: Pick<MandateConsentFacts, 'merchant' | 'institution' | 'description'>,
  ) => string;
  readonly periods: Readonly<Record<LimitPeriod, string>>;
  readonly perPayment: (amount: string) => string;
  readonly perPeriod: (amount: string, period: string) => string;
  readonly countPerPeriod: (count: number, period: string) => string;
  readonly noLimit: string;
  readonly fromTo: (start: string, end: string) => string;
  readonly from: (start: string) => string;
  readonly until: (end: string) => string;
  readonly utc: string;
  readonly withoutAsking: (merchant: string) => string;
  readonly withdrawal: (merchant: string) => string;
  readonly holder: string;
}
