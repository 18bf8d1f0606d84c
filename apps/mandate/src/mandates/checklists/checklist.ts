import { DomainError, type PaymentAccountId } from '@towpath/kernel';
import type {
  ChecklistRow,
  ChosenInstitution,
  FactorType,
  LoginMethod,
  Submission,
} from './checklist.table.js';

type ChecklistSnapshot = Omit<ChecklistRow, 'sealed' | 'finishAt'>;

export interface Factor {
  readonly type: FactorType;
  readonly required: 'YES' | 'NO' | 'OPTIONAL';
  /** The one accepted way; null until the institution is chosen. */
  readonly option: LoginMethod | null;
  readonly submitted: Submission | null;
  /** Members of its value that are required now. */
  readonly valueMembers: readonly string[];
}

/** The data of the mandate that its checklist depends on. */
export interface ChecklistContext {
  readonly senderType: 'INDIVIDUAL' | 'BUSINESS';
  /** If the paying account is known, the payer need not name it. */
  readonly senderAccountId: PaymentAccountId | null;
}

/** What a payer must provide before a mandate is authorized. */
export class Checklist {
  private constructor(
    private values: ChecklistSnapshot,
    readonly isStored: boolean,
  ) {}

  /** Nothing has been given yet. */
  static of({
    customerAppId,
    mandateId,
    updatedAt,
  }: Pick<ChecklistSnapshot, 'customerAppId' | 'mandateId' | 'updatedAt'>): Checklist {
    const nothing = { institution: null, submitted: {}, otpAsked: false };
    return new Checklist({ customerAppId, mandateId, ...nothing, updatedAt }, false);
  }

  static restore(snapshot: ChecklistSnapshot): Checklist {
    return new Checklist(snapshot, true);
  }

  get snapshot(): ChecklistSnapshot {
    return this.values;
  }

  /**
   * Only the identification of the payer does not depend on the institution, and is kept. The same
   * institution changes nothing: false.
   */
  choose(
    { institutionId, name, loginMethod, countries }: ChosenInstitution,
    updatedAt: Date,
  ): boolean {
    if (this.values.institution?.institutionId === institutionId) return false;
    const { USER_IDENTIFICATION: kept } = this.values.submitted;
    this.values = {
      ...this.values,
      institution: { institutionId, name, loginMethod, countries },
      submitted: kept ? { USER_IDENTIFICATION: kept } : {},
      otpAsked: false,
      updatedAt,
    };
    return true;
  }

  factors({ senderType, senderAccountId }: ChecklistContext): readonly Factor[] {
    const { institution, otpAsked } = this.values;
    const isKnown = senderAccountId !== null;
    const redirects = institution?.loginMethod === 'INSTITUTION_OAUTH_LOGIN';
    const login = ['user_id', 'password', ...(otpAsked ? ['otp'] : [])];
    return [
      this.factor('ACCOUNT_IDENTIFICATION', isKnown ? 'NO' : 'YES', [
        'account_number',
        'accountholder_name',
      ]),
      this.factor('USER_IDENTIFICATION', senderType === 'BUSINESS' ? 'OPTIONAL' : 'NO', [
        'details_type',
        'values',
      ]),
      this.factor('ENDUSER_CONSENT', 'YES', []),
      this.factor(
        'ACCOUNTHOLDER_AUTHENTICATION',
        institution !== null || !isKnown ? 'YES' : 'NO',
        redirects ? [] : login,
      ),
    ];
  }

  /** Every required factor is satisfied. */
  isComplete(context: ChecklistContext): boolean {
    return this.missing(context).length === 0;
  }

  /** Required factors that were not submitted. */
  missing(context: ChecklistContext): readonly FactorType[] {
    return this.factors(context)
      .filter(({ required, submitted }) => required === 'YES' && !submitted)
      .map(({ type }) => type);
  }

  /** Throws INVALID_REQUEST for an item that is not accepted now; `path` names it. */
  assertAccepts(
    item: { readonly type: FactorType; readonly name: string; readonly path: string },
    context: ChecklistContext,
  ): void {
    const { type, name, path } = item;
    const factor = this.factors(context).find((each) => each.type === type);
    if (!factor?.option) throw invalid(`${path} needs an institution: choose it first.`);
    if (name !== factor.option) throw invalid(`${path}.name must be ${factor.option}.`);
    if (type === 'ACCOUNT_IDENTIFICATION' && context.senderAccountId !== null) {
      throw invalid(`${path} is not expected: the account of this mandate is known.`);
    }
    if (type === 'ACCOUNTHOLDER_AUTHENTICATION' && factor.valueMembers.length === 0) {
      throw invalid(`${path} happens on the page of the institution: see redirect_url.`);
    }
  }

  submit(type: FactorType, { at, by }: { readonly at: Date; readonly by: Submission['by'] }): void {
    const { submitted, otpAsked } = this.values;
    this.values = {
      ...this.values,
      submitted: { ...submitted, [type]: { at: at.toISOString(), by } },
      otpAsked: otpAsked && type !== 'ACCOUNTHOLDER_AUTHENTICATION',
      updatedAt: at,
    };
  }

  /** Asked for the one-time password; without it the next login starts from its beginning. */
  askForOtp(otpAsked: boolean, updatedAt: Date): void {
    this.values = { ...this.values, otpAsked, updatedAt };
  }

  private factor(
    type: FactorType,
    required: Factor['required'],
    valueMembers: readonly string[],
  ): Factor {
    const { institution, submitted } = this.values;
    const option = institution?.loginMethod ?? null;
    return { type, required, option, submitted: submitted[type] ?? null, valueMembers };
  }
}

function invalid(explanation: string): DomainError {
  return new DomainError('INVALID_REQUEST', explanation);
}
