import { Lifecycle, type StateMachine } from '@towpath/kernel';
import type {
  LoginFailure,
  LoginIdentitySnapshot,
  PendingAction,
  Permission,
  SessionTerms,
} from './login-identity.table.js';
import {
  authenticationMachine,
  eventNameOf,
  linkSessionMachine,
  loginIdentityMachine,
  type FailedLogin,
  type LoginIdentityCommand,
} from './login-identity.transitions.js';
import {
  beginProducts,
  completionOf,
  endProduct,
  keepProducts,
  productEventOf,
  type ProductResult,
} from './products.js';

/** Name of the action that is answered on the page of the institution. */
export const REDIRECT_ACTION = 'INSTITUTION_REDIRECT';

type Moving<M> = M extends StateMachine<infer S, infer C, infer E> ? Lifecycle<S, C, E> : never;

type Derived =
  | 'status'
  | 'sequence'
  | `${'authentication' | 'session'}${'Status' | 'Sequence'}`
  | 'permissionWatched';
type Values = Omit<LoginIdentitySnapshot, Derived>;

type NewLogin = Pick<
  Values,
  | 'loginIdentityId'
  | 'customerAppId'
  | 'live'
  | 'userId'
  | 'institutionId'
  | 'state'
  | 'historyDateLimit'
>;

export type AcceptedAt = Pick<
  Values,
  'authenticationId' | 'usernameHashId' | 'refreshesWithoutUser' | 'permissionExpiresAt'
>;

/** One login of one user at one institution, with the state of the retrieval of its data. */
export class LoginIdentity {
  /** By the sequence of the move. */
  readonly productResults = new Map<number, ProductResult>();
  /** Whether it moved, or values changed without a move. */
  isUnsaved = false;

  private constructor(
    private values: Values,
    private readonly main: Moving<typeof loginIdentityMachine>,
    private readonly authentication: Moving<typeof authenticationMachine>,
    private readonly session: Moving<typeof linkSessionMachine>,
  ) {}

  static link(login: NewLogin, began: SessionTerms & Permission, at: Date): LoginIdentity {
    const unknown = {
      authenticationId: null,
      usernameHashId: null,
      eventName: null,
      eventDate: null,
      authenticationDetails: null,
      authenticationUpdatedAt: null,
      authenticatedAt: null,
      progress: {},
      failure: null,
      action: null,
      refreshesWithoutUser: false,
      proposal: null,
      permissionGrantedAt: at,
      permissionExpiresAt: null,
      permissionExpired: false,
      nextRefreshAt: null,
      erasureDueAt: null,
      firstSuccess: null,
      lastSuccess: null,
      createdAt: at,
      updatedAt: at,
    };
    const identity = new LoginIdentity(
      { ...login, ...began, ...unknown },
      new Lifecycle(loginIdentityMachine, null),
      new Lifecycle(authenticationMachine, null),
      new Lifecycle(linkSessionMachine, null),
    );
    identity.authentication.move('link', at);
    identity.session.move('begin', at);
    identity.move('link', at);
    return identity;
  }

  static restore(snapshot: LoginIdentitySnapshot): LoginIdentity {
    const { authenticationStatus: status, authenticationSequence: sequence } = snapshot;
    return new LoginIdentity(
      snapshot,
      new Lifecycle(loginIdentityMachine, snapshot),
      new Lifecycle(authenticationMachine, { status, sequence }),
      new Lifecycle(linkSessionMachine, {
        status: snapshot.sessionStatus,
        sequence: snapshot.sessionSequence,
      }),
    );
  }

  get snapshot(): LoginIdentitySnapshot {
    const { permissionExpired, permissionExpiresAt } = this.values;
    return {
      ...this.values,
      status: this.main.status,
      sequence: this.main.sequence,
      authenticationStatus: this.authentication.status,
      authenticationSequence: this.authentication.sequence,
      sessionStatus: this.session.status,
      sessionSequence: this.session.sequence,
      // Where nothing continues without an action, so that the end can be reported.
      permissionWatched:
        this.session.status === 'COMPLETED' && !permissionExpired && permissionExpiresAt !== null,
    };
  }

  get changes() {
    return this.main.changes;
  }

  /** Moves of the machines that publish nothing of their own. */
  get quietChanges() {
    return [...this.authentication.changes, ...this.session.changes];
  }

  can(command: LoginIdentityCommand): boolean {
    return this.main.can(command);
  }

  /** Whether the session is still the one that a job works for. */
  isIn({ sessionId }: Pick<SessionTerms, 'sessionId'>): boolean {
    return this.values.sessionId === sessionId;
  }

  /**
   * The user hands over the login again. A narrower consent counts at once, also if the login fails; a
   * wider one when the institution has accepted the login, which proves whose consent it is.
   */
  relink(began: SessionTerms & Permission, at: Date): void {
    this.move('relink', at);
    this.begin(at);
    const { sessionId, linkingAttemptId, ...permission } = began;
    const { products: known, progress, erasureDueAt } = this.values;
    const products = known.filter((product) => permission.products.includes(product));
    this.set({
      sessionId,
      linkingAttemptId,
      proposal: { ...permission, grantedAt: at },
      products,
      progress: keepProducts(progress, products),
      erasureDueAt: products.length < known.length ? at : erasureDueAt,
    });
  }

  refresh(began: SessionTerms, at: Date): void {
    this.move('refresh', at);
    this.begin(at);
    this.set(began);
  }

  authenticate(at: Date): void {
    if (this.authentication.can('submit')) this.authentication.move('submit', at);
    this.move('authenticate', at);
    this.setDetails('AUTHENTICATION_INITIALIZED', at);
  }

  askUser(action: PendingAction, at: Date): void {
    this.move('askUser', at);
    this.set({ action });
  }

  answer(at: Date): void {
    this.move('answer', at);
    this.setDetails('AUTHENTICATION_OTP_ENTERED', at);
    this.set({ action: null });
  }

  reject(how: FailedLogin, failure: LoginFailure, at: Date): void {
    this.authentication.move(how, at);
    this.session.move('complete', at);
    const event = how === 'refuse' ? 'AUTHENTICATION_FAILED' : this.authentication.status;
    this.move('reject', at, event);
    this.setDetails(event, at);
    this.set({ failure, action: null, nextRefreshAt: null, proposal: null });
  }

  accept(accepted: AcceptedAt, at: Date): void {
    this.authentication.move('accept', at);
    this.move('accept', at);
    this.setDetails('AUTHENTICATED', at);
    this.set({ ...accepted, authenticatedAt: at, action: null, failure: null });
    const { proposal, permissionExpired } = this.values;
    if (proposal) {
      const { grantedAt: permissionGrantedAt, ...permission } = proposal;
      this.set({ ...permission, permissionGrantedAt, proposal: null, permissionExpired: false });
      // The rows of an expired consent are erased.
      if (permissionExpired) this.set({ progress: {} });
    }
    this.move('connect', at);
    const { products, progress } = this.values;
    this.set({ progress: beginProducts(progress, products) });
    this.move('startRetrieval', at);
    this.settle(at);
  }

  /** The retrieval of one product ended. An outcome that comes twice changes nothing. */
  recordProduct(result: ProductResult, at: Date): void {
    const { progress } = this.values;
    if (progress[result.product]?.status !== 'IN_PROGRESS') return;
    this.set({ progress: endProduct(progress, { ...result, at }) });
    const event = productEventOf(result.product, result.outcome);
    this.productResults.set(this.move('recordProduct', at, event), result);
    this.settle(at);
  }

  expirePermission(at: Date): void {
    this.move('expirePermission', at);
    this.set({ permissionExpired: true, storesCredentials: false });
    this.set({ nextRefreshAt: null, erasureDueAt: at });
  }

  /** The rows that are no longer covered are erased. */
  endErasure(): void {
    this.set({ erasureDueAt: null });
  }

  unlink(at: Date): void {
    this.session.move('unlink', at);
    this.move('unlink', at);
    const ended = { nextRefreshAt: null, erasureDueAt: null, proposal: null };
    this.set({ ...ended, action: null, storesCredentials: false, usernameHashId: null });
  }

  endUnlink(how: 'confirmUnlink' | 'failUnlink', at: Date): void {
    this.move(how, at);
  }

  /** When the next refresh without the user is due; null for never. */
  planRefresh(nextRefreshAt: Date | null): void {
    this.set({ nextRefreshAt });
  }

  private settle(at: Date): void {
    const { progress } = this.values;
    const completion = completionOf(progress);
    if (completion === 'PENDING') {
      const accounts = progress.accounts?.status;
      const isReadable = accounts === 'SUCCESS' || accounts === 'WARNING';
      if (isReadable && this.can('makeAvailable')) this.move('makeAvailable', at);
      return;
    }
    this.session.move('complete', at);
    if (completion === 'FAILED') {
      this.move('failRetrieval', at);
      const explanation = 'No product could be retrieved.';
      this.set({ failure: { code: 'INSTITUTION_UNAVAILABLE', explanation } });
      return;
    }
    this.move(completion === 'COMPLETE' ? 'complete' : 'completePartly', at);
    this.set({ firstSuccess: this.values.firstSuccess ?? at, lastSuccess: at });
  }

  private begin(at: Date): void {
    this.authentication.move('again', at);
    this.session.move('begin', at);
    this.set({ failure: null, action: null, nextRefreshAt: null });
  }

  private setDetails(authenticationDetails: string, at: Date): void {
    this.set({ authenticationDetails, authenticationUpdatedAt: at });
  }

  private move(command: LoginIdentityCommand, at: Date, reason: string | null = null): number {
    const { sequence } = this.main.move(command, at, reason);
    const { eventName, isDetail } = eventNameOf(command, reason);
    this.set({ updatedAt: at, ...(isDetail ? { eventName, eventDate: at } : {}) });
    return sequence;
  }

  private set(values: Partial<Values>): void {
    this.values = { ...this.values, ...values };
    this.isUnsaved = true;
  }
}
