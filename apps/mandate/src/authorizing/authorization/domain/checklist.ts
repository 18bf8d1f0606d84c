import { DomainError, type CustomerAppId, type MandateId } from '@towpath/kernel';

export type FactorType =
  | 'ACCOUNT_IDENTIFICATION'
  | 'USER_IDENTIFICATION'
  | 'ENDUSER_CONSENT'
  | 'ACCOUNTHOLDER_AUTHENTICATION';
export type LoginMethod = 'INSTITUTION_CREDENTIALS_LOGIN' | 'INSTITUTION_OAUTH_LOGIN';
export type Submitter = 'CUSTOMER_APP' | 'SERVICE_LINK';
type Requirement = 'YES' | 'NO' | 'OPTIONAL';

/** The institution that determines the checklist. */
interface ChosenInstitution {
  readonly institutionId: string;
  readonly name: string;
  readonly loginMethod: LoginMethod;
  /** ISO 3166 alpha-3; absent if they are not known. */
  readonly countries?: readonly string[];
}

export interface Submission {
  readonly at: Date;
  readonly by: Submitter;
}

export type Submitted = Partial<Readonly<Record<FactorType, Submission>>>;

export interface Factor {
  readonly type: FactorType;
  readonly required: Requirement;
  /** The one accepted way; null until the institution is chosen. */
  readonly option: LoginMethod | null;
  readonly submitted: Submission | null;
  /** Members of its value that are required now. */
  readonly valueMembers: readonly string[];
}

interface ChecklistSnapshot {
  readonly mandateId: MandateId;
  readonly customerAppId: CustomerAppId;
  readonly institution: ChosenInstitution | null;
  readonly submitted: Submitted;
  /** The institution took user ID and password, and waits for its one-time password. */
  readonly otpAsked: boolean;
  readonly updatedAt: Date;
}

/** The data of the mandate that its checklist depends on. */
export interface ChecklistContext {
  readonly senderType: 'INDIVIDUAL' | 'BUSINESS';
  /** The paying account is known, so the payer need not name it. */
  readonly accountKnown: boolean;
}

/** Factors that depend on the institution; another choice removes them. */
const DEPENDS_ON_INSTITUTION: readonly FactorType[] = [
  'ACCOUNT_IDENTIFICATION',
  'ENDUSER_CONSENT',
  'ACCOUNTHOLDER_AUTHENTICATION',
];

/** What a payer must provide before a mandate is authorized. */
export class Checklist {
  private constructor(private values: ChecklistSnapshot) {}

  static of(
    mandate: { readonly mandateId: MandateId; readonly customerAppId: CustomerAppId },
    at: Date,
  ): Checklist {
    const { mandateId, customerAppId } = mandate;
    const nothing = { institution: null, submitted: {}, otpAsked: false };
    return new Checklist({ mandateId, customerAppId, ...nothing, updatedAt: at });
  }

  static restore(snapshot: ChecklistSnapshot): Checklist {
    return new Checklist(snapshot);
  }

  get snapshot(): ChecklistSnapshot {
    return this.values;
  }

  /**
   * Removes factors that depend on the previous institution; the same institution changes nothing.
   */
  choose(institution: ChosenInstitution, at: Date): { readonly changed: boolean } {
    if (this.values.institution?.institutionId === institution.institutionId) {
      return { changed: false };
    }
    const kept = Object.entries(this.values.submitted).filter(
      ([type]) => !DEPENDS_ON_INSTITUTION.includes(type as FactorType),
    );
    const submitted = Object.fromEntries(kept) as Submitted;
    this.set({ institution, submitted, otpAsked: false }, at);
    return { changed: true };
  }

  factors({ senderType, accountKnown }: ChecklistContext): readonly Factor[] {
    const { institution, otpAsked } = this.values;
    const redirects = institution?.loginMethod === 'INSTITUTION_OAUTH_LOGIN';
    const login = ['user_id', 'password', ...(otpAsked ? ['otp'] : [])];
    const loginAsked = institution !== null || !accountKnown;
    return [
      this.factor('ACCOUNT_IDENTIFICATION', accountKnown ? 'NO' : 'YES', [
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
        loginAsked ? 'YES' : 'NO',
        redirects ? [] : login,
      ),
    ];
  }

  /** Every required factor is satisfied. */
  isComplete(context: ChecklistContext): boolean {
    return this.factors(context).every((factor) => factor.required !== 'YES' || factor.submitted);
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
    if (type === 'ACCOUNT_IDENTIFICATION' && context.accountKnown) {
      throw invalid(`${path} is not expected: the account of this mandate is known.`);
    }
    if (type === 'ACCOUNTHOLDER_AUTHENTICATION' && factor.valueMembers.length === 0) {
      throw invalid(`${path} happens on the page of the institution: see redirect_url.`);
    }
  }

  submit(type: FactorType, submission: Submission): void {
    const submitted = { ...this.values.submitted, [type]: submission };
    const loggedIn = type === 'ACCOUNTHOLDER_AUTHENTICATION';
    const otpAsked = loggedIn ? false : this.values.otpAsked;
    this.set({ submitted, otpAsked }, submission.at);
  }

  askForOtp(at: Date): void {
    this.set({ otpAsked: true }, at);
  }

  /** The next login starts from its beginning. */
  forgetLogin(at: Date): void {
    this.set({ otpAsked: false }, at);
  }

  private factor(type: FactorType, required: Requirement, valueMembers: readonly string[]): Factor {
    const { institution, submitted } = this.values;
    return {
      type,
      required,
      option: institution?.loginMethod ?? null,
      submitted: submitted[type] ?? null,
      valueMembers,
    };
  }

  private set(values: Partial<ChecklistSnapshot>, at: Date): void {
    this.values = { ...this.values, ...values, updatedAt: at };
  }
}

function invalid(explanation: string): DomainError {
  return new DomainError('INVALID_REQUEST', explanation);
}
