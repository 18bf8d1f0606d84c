import type { Factor, FactorOption, FactorType, MandateView } from '../api/mandate-view.js';

type Checklist = Pick<MandateView, 'auth_checklist'>;

/** The factors that still have to be given, in the order in which the page asks for them. */
const ASKED_IN_ORDER: readonly FactorType[] = [
  'ACCOUNT_IDENTIFICATION',
  'USER_IDENTIFICATION',
  'ENDUSER_CONSENT',
  'ACCOUNTHOLDER_AUTHENTICATION',
];

export function outstanding({ auth_checklist: checklist }: Checklist): readonly Factor[] {
  const open = checklist.filter(
    ({ required, options }) =>
      required === 'YES' && !options.some(({ submitted_at: at }) => Boolean(at)),
  );
  const rank = ({ type }: Factor) => ASKED_IN_ORDER.indexOf(type);
  return open.toSorted((one, other) => rank(one) - rank(other));
}

export function outstandingFactor(view: Checklist, type: FactorType): Factor | null {
  return outstanding(view).find((factor) => factor.type === type) ?? null;
}

/** The option that this page uses: the institution's own page where there is one. */
export function usedOption({ options }: Factor): FactorOption | null {
  return options.find(({ redirect_url: url }) => Boolean(url)) ?? options[0] ?? null;
}

/** Whether the bank has accepted the login and waits for its one-time code. */
export function wantsCode(factor: Factor): boolean {
  return usedOption(factor)?.value_members?.includes('otp') ?? false;
}

/** Whether the payer's agreement leads to the institution's own page. */
export function willOpenBankPage(view: MandateView): boolean {
  const login = outstandingFactor(view, 'ACCOUNTHOLDER_AUTHENTICATION');
  return Boolean(login && view.institution?.redirect);
}

/** Number of steps, and the present step from 1. */
export interface Progress {
  readonly step: number;
  readonly of: number;
}

export type Step = 'institution' | 'account' | 'consent' | 'bank';

export function progressAt(step: Step): Progress {
  const steps: readonly Step[] = ['institution', 'account', 'consent', 'bank'];
  return { step: steps.indexOf(step) + 1, of: steps.length };
}
