import {
  DomainError,
  Lifecycle,
  type ClientId,
  type CustomerAppId,
  type StateChange,
} from '@towpath/kernel';
import type { CustomerAppRow } from './customer-app.table.js';
import {
  customerAppMachine,
  type CustomerAppCommand,
  type CustomerAppEvent,
  type CustomerAppState,
} from './customer-app.transitions.js';

export type CustomerAppChange = StateChange<CustomerAppState, CustomerAppCommand, CustomerAppEvent>;

/** Whether a code with a PKCE challenge is exchanged only with its verifier. */
export type Pkce = CustomerAppRow['pkce'];

/** Settings by an operator. `settings`: branding of the hosted pages, and limits. */
export type CustomerAppProfile = Pick<
  CustomerAppRow,
  'name' | 'scopes' | 'redirectUris' | 'settings' | 'pkce'
>;

/** The app's clock: real time plus `offsetMs`, or the instant at which it is frozen. */
export interface ClockState {
  readonly offsetMs: number;
  readonly frozenAt: Date | null;
}

const REAL_TIME = { clockOffsetMs: 0, clockFrozenAt: null };

type Values = Omit<CustomerAppRow, 'status' | 'sequence'>;

interface Fresh {
  readonly id: CustomerAppId;
  readonly clientId: ClientId;
  readonly appType: 'TEST' | 'LIVE';
  readonly profile: CustomerAppProfile;
}

export function hasMovedClock(): DomainError {
  return new DomainError(
    'INVALID_REQUEST',
    'The clock of the app was moved or is frozen, and a real processor keeps real time. ' +
      'Use another test app.',
  );
}

/** A business that integrates the service: its identity, credentials' generation and clock. */
export class CustomerApp {
  private constructor(
    private values: Values,
    private readonly lifecycle: Lifecycle<CustomerAppState, CustomerAppCommand, CustomerAppEvent>,
  ) {}

  static create({ id, clientId, appType, profile }: Fresh, at: Date): CustomerApp {
    const identity = { customerAppId: id, clientId, appType, credentialGeneration: 1 };
    const dates = { createdAt: at, updatedAt: at };
    const values = { ...identity, ...profile, ...REAL_TIME, keepsRealTime: false, ...dates };
    const app = new CustomerApp(values, new Lifecycle(customerAppMachine, null));
    app.lifecycle.move('create', at);
    return app;
  }

  static restore({ status, sequence, ...values }: CustomerAppRow): CustomerApp {
    return new CustomerApp(values, new Lifecycle(customerAppMachine, { status, sequence }));
  }

  /** A scope that is taken away ends the tokens that carry it. */
  update(changes: Partial<CustomerAppProfile>, at: Date): void {
    const { scopes: known } = this.values;
    const { scopes = known } = changes;
    const endsTokens = known.some((scope) => !scopes.includes(scope));
    this.change('update', at, { ...changes, ...(endsTokens && this.nextGeneration()) });
  }

  /** Ends the tokens of the old secret at once, unless both secrets are to overlap. */
  rotateSecret(at: Date, { overlaps }: { readonly overlaps: boolean }): void {
    this.change('rotate-secret', at, overlaps ? {} : this.nextGeneration());
  }

  disable(at: Date): void {
    this.change('disable', at, this.nextGeneration());
  }

  enable(at: Date): void {
    this.change('enable', at);
  }

  enableLive(at: Date): void {
    if (this.appType === 'LIVE') {
      throw new DomainError('INVALID_REQUEST', 'The app is live already.');
    }
    this.change('enable-live', at, { appType: 'LIVE', ...REAL_TIME, ...this.nextGeneration() });
  }

  changeClock({ offsetMs, frozenAt }: ClockState, at: Date): void {
    this.assertMovableClock();
    this.change('change-clock', at, { clockOffsetMs: offsetMs, clockFrozenAt: frozenAt });
  }

  assertTestApp(): void {
    if (this.appType === 'TEST') return;
    throw new DomainError('NOT_A_TEST_APP', 'Only a test app can move its clock.');
  }

  assertMovableClock(): void {
    this.assertTestApp();
    if (!this.keepsRealTime) return;
    throw new DomainError(
      'INVALID_REQUEST',
      'The app has an account at a real processor, so its clock is real time and cannot be moved. ' +
        'Use another test app.',
    );
  }

  /** Before the app gets an account at a real processor, whose time nobody can move. For good. */
  keepRealTime(at: Date): void {
    if (this.appType === 'LIVE' || this.keepsRealTime) return;
    const { clockOffsetMs, clockFrozenAt } = this.values;
    if (clockOffsetMs !== 0 || clockFrozenAt !== null) throw hasMovedClock();
    this.change('keep-real-time', at, { keepsRealTime: true });
  }

  get snapshot(): CustomerAppRow {
    return { ...this.values, status: this.status, sequence: this.sequence };
  }
  get changes(): readonly CustomerAppChange[] {
    return this.lifecycle.changes;
  }
  get id(): CustomerAppId {
    return this.values.customerAppId;
  }
  get clientId(): ClientId {
    return this.values.clientId;
  }
  get appType(): 'TEST' | 'LIVE' {
    return this.values.appType;
  }
  get status(): CustomerAppState {
    return this.lifecycle.status;
  }
  get sequence(): number {
    return this.lifecycle.sequence;
  }
  get credentialGeneration(): number {
    return this.values.credentialGeneration;
  }
  get clock(): ClockState {
    return { offsetMs: this.values.clockOffsetMs, frozenAt: this.values.clockFrozenAt };
  }
  get keepsRealTime(): boolean {
    return this.values.keepsRealTime;
  }
  get profile(): CustomerAppProfile {
    const { name, scopes, redirectUris, settings, pkce } = this.values;
    return { name, scopes, redirectUris, settings, pkce };
  }

  private change(command: CustomerAppCommand, at: Date, changes: Partial<Values> = {}): void {
    this.lifecycle.move(command, at);
    this.values = { ...this.values, ...changes, updatedAt: at };
  }

  private nextGeneration(): Pick<Values, 'credentialGeneration'> {
    return { credentialGeneration: this.values.credentialGeneration + 1 };
  }
}
