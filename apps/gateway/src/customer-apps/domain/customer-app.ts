import {
  DomainError,
  Lifecycle,
  type ClientId,
  type CustomerAppId,
  type StateChange,
} from '@towpath/kernel';
import {
  customerAppMachine,
  type CustomerAppCommand,
  type CustomerAppEvent,
  type CustomerAppState,
} from './customer-app.transitions.js';

export type CustomerAppChange = StateChange<CustomerAppState, CustomerAppCommand, CustomerAppEvent>;

/** Whether a code with a PKCE challenge is exchanged only with its verifier. */
export type Pkce = 'REQUIRED' | 'OPTIONAL';

/** Settings by an operator. `settings`: branding of the hosted pages, and limits. */
export interface CustomerAppProfile {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly redirectUris: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
  readonly pkce: Pkce;
}

/** The app's clock: real time plus `offsetMs`, or the instant at which it is frozen. */
export interface ClockState {
  readonly offsetMs: number;
  readonly frozenAt: Date | null;
}

export const REAL_TIME: ClockState = { offsetMs: 0, frozenAt: null };

interface CustomerAppRecord {
  readonly id: CustomerAppId;
  readonly clientId: ClientId;
  readonly appType: 'TEST' | 'LIVE';
  readonly status: CustomerAppState;
  readonly credentialGeneration: number;
  readonly clock: ClockState;
  readonly sequence: number;
  readonly createdAt: Date;
  readonly profile: CustomerAppProfile;
}

type Loaded = CustomerAppRecord;
type Fresh = Pick<Loaded, 'id' | 'clientId' | 'appType' | 'profile'>;

/** A business that integrates the service: its identity, credentials' generation and clock. */
export class CustomerApp {
  readonly id: CustomerAppId;
  readonly clientId: ClientId;
  readonly createdAt: Date;
  private readonly lifecycle: Lifecycle<CustomerAppState, CustomerAppCommand, CustomerAppEvent>;
  private type: 'TEST' | 'LIVE';
  private generation: number;
  private time: ClockState;
  private details: CustomerAppProfile;

  private constructor(state: Omit<Loaded, 'status' | 'sequence'>, position: Position | null) {
    this.id = state.id;
    this.clientId = state.clientId;
    this.createdAt = state.createdAt;
    this.type = state.appType;
    this.generation = state.credentialGeneration;
    this.time = state.clock;
    this.details = state.profile;
    this.lifecycle = new Lifecycle(customerAppMachine, position);
  }

  static create(fresh: Fresh, at: Date): CustomerApp {
    const app = new CustomerApp(
      { ...fresh, credentialGeneration: 1, clock: REAL_TIME, createdAt: at },
      null,
    );
    app.lifecycle.move('create', at);
    return app;
  }

  static load(state: Loaded): CustomerApp {
    return new CustomerApp(state, { status: state.status, sequence: state.sequence });
  }

  /** A scope that is taken away ends the tokens that carry it. */
  update(changes: Partial<CustomerAppProfile>, at: Date): void {
    this.lifecycle.move('update', at);
    const { scopes = this.details.scopes } = changes;
    if (this.details.scopes.some((scope) => !scopes.includes(scope))) this.generation += 1;
    this.details = { ...this.details, ...changes };
  }

  /** Ends the tokens of the old secret at once, unless both secrets are to overlap. */
  rotateSecret(at: Date, { overlaps }: { readonly overlaps: boolean }): void {
    this.lifecycle.move('rotate-secret', at);
    if (!overlaps) this.generation += 1;
  }

  disable(at: Date): void {
    this.lifecycle.move('disable', at);
    this.generation += 1;
  }

  enable(at: Date): void {
    this.lifecycle.move('enable', at);
  }

  enableLive(at: Date): void {
    if (this.type === 'LIVE') throw new DomainError('INVALID_REQUEST', 'The app is live already.');
    this.lifecycle.move('enable-live', at);
    this.type = 'LIVE';
    this.time = REAL_TIME;
    this.generation += 1;
  }

  changeClock(clock: ClockState, at: Date): void {
    this.assertTestApp();
    this.lifecycle.move('change-clock', at);
    this.time = clock;
  }

  assertTestApp(): void {
    if (this.type === 'TEST') return;
    throw new DomainError('NOT_A_TEST_APP', 'Only a test app can move its clock.');
  }

  get appType(): 'TEST' | 'LIVE' {
    return this.type;
  }
  get status(): CustomerAppState {
    return this.lifecycle.status;
  }
  get sequence(): number {
    return this.lifecycle.sequence;
  }
  get changes(): readonly CustomerAppChange[] {
    return this.lifecycle.changes;
  }
  get credentialGeneration(): number {
    return this.generation;
  }
  get clock(): ClockState {
    return this.time;
  }
  get profile(): CustomerAppProfile {
    return this.details;
  }
}

interface Position {
  readonly status: CustomerAppState;
  readonly sequence: number;
}
