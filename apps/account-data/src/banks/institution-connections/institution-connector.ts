import type { LinkAction } from '@towpath/contracts/account-data';
import { Unanswered, type SilenceReason } from '@towpath/http';
import type { CustomerAppId, LoginIdentityId } from '@towpath/kernel';
import type { BankProduct, RetrievedBatch } from './retrieved-rows.js';

/** State of a bank for later calls. Opaque and secret: encrypt it before you store it. */
type OpaqueBankState = string;

/** One attempt to log in. The same for every call of the attempt. */
export interface LoginAttempt {
  /** Ours and unique. The bank counts wrong answers by it; a repeated call is one attempt. */
  readonly attemptId: string;
  readonly customerAppId: CustomerAppId;
  readonly loginIdentityId: LoginIdentityId;
  readonly institutionId: string;
  /** Language of texts for the user: messages, labels, the page of the bank. */
  readonly language: 'en' | 'zh' | 'ko' | 'vi';
  /** The clock of the customer app. */
  readonly now: Date;
}

/** A login with the fields of one of the institution's `login_methods`. */
export interface CredentialsLogin extends LoginAttempt {
  /** `id` of the login method. */
  readonly loginMethodId: string;
  /** `key` of the login field → value. Never logged, never kept by a connector. */
  readonly credentials: Readonly<Record<string, string>>;
}

/** A login on the page of the bank. */
export interface RedirectLogin extends LoginAttempt {
  /** URL to which the bank returns the browser, with `state` and its own parameters. */
  readonly returnUrl: string;
  /** Unguessable; the caller binds it to one browser and compares it at the return. */
  readonly state: string;
}

export interface RedirectReturn extends LoginAttempt {
  readonly state: string;
  /** Query of the address that the bank sent the browser back to. */
  readonly query: Readonly<Record<string, string>>;
  /** From the `REDIRECT` answer. */
  readonly pendingLogin: OpaqueBankState;
}

/** The user's answer to an action. */
export interface ActionAnswer extends LoginAttempt {
  /** From the preceding `ACTION` answer. */
  readonly pendingLogin: OpaqueBankState;
  readonly actionName: string;
  /** `name` of the field → value. Never logged. */
  readonly inputs: Readonly<Record<string, string>>;
}

/** A login without the end-user, for a refresh. */
export interface BackgroundLogin extends LoginAttempt {
  /** From the last `ACCEPTED` answer; null if there is none. */
  readonly bankSession: OpaqueBankState | null;
  /** As stored with the user's consent; null for logins on the page of the bank. */
  readonly login: Pick<CredentialsLogin, 'loginMethodId' | 'credentials'> | null;
}

/**
 * The next question to the user, as `GET /link/status` shows it. Its name is `DEVICE_SELECTION`,
 * `MOBILE_OTP` or another one; the names of its fields are the keys of the answer.
 */
export type LoginAction = Omit<LinkAction, 'action_id'>;

export interface AcceptedLogin {
  readonly outcome: 'ACCEPTED';
  /** Needed by every `retrieve` and by `removeConsent`. */
  readonly bankSession: OpaqueBankState;
  /**
   * Name of the login at the bank, for `username_hash_id`. The same for each login, on each way, and
   * each refresh of one user: another name is taken for another person, whose login is refused.
   * Personal: hash it, do not keep it.
   */
  readonly bankUserName: string;
  /** Products that this login supports; others answer `NOT_SUPPORTED`. */
  readonly products: readonly BankProduct[];
  /** When the bank stops answering without a new consent; null: no such time. */
  readonly permissionExpiresAt: Date | null;
  /** Whether `refresh` can succeed without the end-user. */
  readonly refreshesWithoutUser: boolean;
}

/** The bank's answer to a login. */
export type LoginAnswer =
  | AcceptedLogin
  | {
      readonly outcome: 'ACTION';
      readonly action: LoginAction;
      /** Goes into `answerAction`. */
      readonly pendingLogin: OpaqueBankState;
      /** False when the action repeats because the answer before was wrong. */
      readonly firstTime: boolean;
    }
  | {
      readonly outcome: 'REDIRECT';
      /** The top-level URL for the browser. */
      readonly url: string;
      /** Goes into `completeRedirect`. */
      readonly pendingLogin: OpaqueBankState;
    }
  | { readonly outcome: 'REFUSED'; readonly reason: LoginRefusal }
  /**
   * No answer in time: the bank may or may not have taken the call. Only a call that reads may be
   * repeated at once; after `answerAction`, ask the end-user again.
   */
  | { readonly outcome: 'UNKNOWN' };

/**
 * `CANCELLED`: the end-user refused on the page of the bank. `USER_NEEDED`: a background login met
 * an action, or the bank session has ended: relink.
 */
export type LoginRefusal =
  'CREDENTIALS_INVALID' | 'TOO_MANY_ATTEMPTS' | 'UNAVAILABLE' | 'CANCELLED' | 'USER_NEEDED';

/** The data to retrieve. */
export interface Retrieval {
  readonly customerAppId: CustomerAppId;
  readonly loginIdentityId: LoginIdentityId;
  readonly institutionId: string;
  readonly product: BankProduct;
  readonly bankSession: OpaqueBankState;
  /** First day to retrieve, `YYYY-MM-DD`, UTC; null for everything that the bank has. */
  readonly since: string | null;
  /** `cursor` of the last batch that was stored; null: from the beginning. */
  readonly resumeAfter: string | null;
  /** The clock of the customer app. */
  readonly now: Date;
}

export type ConsentRemoval = Pick<Retrieval, 'customerAppId' | 'institutionId' | 'bankSession'>;

/**
 * A bank whose data can be read, behind one interface. Network calls, never inside a transaction.
 * No method logs or stores the user's input. `describeInstitutionConnector` is its conformance
 * suite.
 */
export abstract class InstitutionConnector {
  /** The type of apps that the connector serves, test or live. */
  abstract readonly appType: 'TEST' | 'LIVE';
  /** `institution_id`s that it answers for. */
  abstract readonly institutionIds: readonly string[];

  /** Hands the fields of a login method to the bank. */
  abstract startLogin(login: CredentialsLogin): Promise<LoginAnswer>;
  /** Answers `REDIRECT`, or `REFUSED` when the bank is down or has no page of its own. */
  abstract startRedirect(login: RedirectLogin): Promise<LoginAnswer>;
  /** Once per return: a code that was redeemed answers `REFUSED` with `CREDENTIALS_INVALID`. */
  abstract completeRedirect(returned: RedirectReturn): Promise<LoginAnswer>;
  /** `ACCEPTED`, a further `ACTION`, the same one when the answer was wrong, or `REFUSED`. */
  abstract answerAction(answer: ActionAnswer): Promise<LoginAnswer>;
  /** Never answers `ACTION` or `REDIRECT`: what needs the end-user is `USER_NEEDED`. */
  abstract refresh(login: BackgroundLogin): Promise<LoginAnswer>;
  /**
   * Batches in an order that a cursor can resume, each of at most `MAX_BATCH_ROWS` rows. Only the
   * last one has an `outcome`; it may be empty. Throws `BankUnavailable` if the bank does not
   * answer: stored batches stay, and the job resumes after its last cursor.
   */
  abstract retrieve(retrieval: Retrieval): AsyncIterable<RetrievedBatch>;
  /**
   * Ends the consent at the bank; one that has ended already counts as removed. `FAILED` when the
   * bank refuses. Throws `BankUnavailable` when it does not answer: it is asked again.
   */
  abstract removeConsent(consent: ConsentRemoval): Promise<'REMOVED' | 'FAILED'>;
}

/** The bank did not answer, or reported that it is unavailable: try again later. */
export class BankUnavailable extends Unanswered {
  override readonly name = 'BankUnavailable';

  constructor(institutionId: string, silence: SilenceReason) {
    super(`institution ${institutionId}`, silence);
  }
}
