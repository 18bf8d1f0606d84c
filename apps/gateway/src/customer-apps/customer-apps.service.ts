import { Injectable } from '@nestjs/common';
import { DEFAULT_SCOPE, isScope } from '@towpath/contracts';
import { DomainError, newId, type ClientId, type CustomerAppId } from '@towpath/kernel';
import {
  byValues,
  CustomerAppViews,
  KeyedHash,
  Transactions,
  WriteBatch,
  type CommandRun,
  type WorkerTx,
  keyPurpose,
} from '@towpath/persistence';
import { publishCustomerAppChanges } from './customer-app.events.js';
import {
  CustomerApp,
  hasMovedClock,
  type ClockState,
  type CustomerAppProfile,
} from './customer-app.js';
import { clientSecrets, customerAppChanges, customerApps } from './customer-app.table.js';
import { viewOf } from './customer-apps.reads.js';
import { randomBytes } from 'node:crypto';

const TIME_CHARACTERS = 10;
const RANDOM_BYTES = 40;

/** `cs_`, the creation time in 10 characters, `_`, 320 random bits: 68 characters in all. */
export function newClientSecret(at: Date): string {
  const time = newId(at).slice(0, TIME_CHARACTERS);
  return `cs_${time}_${randomBytes(RANDOM_BYTES).toString('base64url')}`;
}

/** The key that hashes client secrets. */
export const CLIENT_SECRETS_KEY = keyPurpose('client-secrets');

const LONGEST_NAME = 100;
const LONGEST_SETTING = 500;
const COLOUR = /^#[0-9a-f]{6}$/i;
const COUNTRY = /^[A-Z]{3}$/;
const NUMBER = /^\d{1,6}$/;
/** Schemes that would run in the page that follows the redirect. */
const SCRIPT_SCHEMES = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:']);
const PKCE: ReadonlySet<string> = new Set(['REQUIRED', 'OPTIONAL']);
/** Branding and country of the hosted pages, limits, and what each value must be. */
const SETTINGS: Readonly<Record<string, { readonly be: string; ok(value: string): boolean }>> = {
  display_name: { be: 'text', ok: () => true },
  logo_url: { be: 'an https address', ok: isHttps },
  accent: { be: 'a colour such as #1a73e8', ok: (value) => COLOUR.test(value) },
  support_url: { be: 'an https address', ok: isHttps },
  terms_url: { be: 'an https address', ok: isHttps },
  country: { be: 'a country of 3 letters such as HKG', ok: (value) => COUNTRY.test(value) },
  wrong_logins_per_hour: { be: 'a number up to 999999', ok: (value) => NUMBER.test(value) },
};
const MINUTE_MS = 60_000;
const LONGEST_OVERLAP_MINUTES = 30 * 24 * 60;

/** Lets every secret that is valid now end at an instant, unless it ends earlier. */
const END_SECRETS = byValues(`UPDATE client_secrets
  SET valid_until = least(coalesce(valid_until, $2), $2) WHERE customer_app_id = $1`);

interface NewCustomerApp {
  /** New apps require PKCE, unless the operator waives it. */
  readonly profile: Omit<CustomerAppProfile, 'pkce'> & Partial<Pick<CustomerAppProfile, 'pkce'>>;
  readonly live: boolean;
  readonly actor: string;
  readonly run?: CommandRun;
}

/** An app and its new secret, which cannot be read again. */
interface AppAndSecret {
  readonly app: CustomerApp;
  readonly clientSecret: string;
}

/** The app that a command changes, and the actor for the audit. */
interface ChangedBy {
  readonly id: CustomerAppId;
  readonly actor: string;
  readonly run?: CommandRun | undefined;
}

/** Actor and content of a change, without secrets. */
interface Audit {
  /** An operator's name, or `api`. */
  readonly actor: string;
  readonly run?: CommandRun | undefined;
  readonly details: Readonly<Record<string, unknown>>;
}

interface Change {
  readonly app: CustomerApp;
  readonly tx: WorkerTx;
  readonly batch: WriteBatch;
}

/**
 * Commands on customer apps. Each writes the locked app, its audit, its event and this service's own
 * view of it in one transaction. Throws `INVALID_REQUEST` for an unknown app.
 */
@Injectable()
export class CustomerAppsService {
  constructor(
    private readonly db: Transactions,
    private readonly views: CustomerAppViews,
    private readonly hashes: KeyedHash,
  ) {}

  /** Creates an app with its first secret, which is shown this once and stored as a keyed hash. */
  create({ profile: wanted, live, actor, run }: NewCustomerApp): Promise<AppAndSecret> {
    const profile = checkedProfile({ pkce: 'REQUIRED', ...wanted });
    return this.db.asWorker(async (tx) => {
      await tx.begun;
      const { systemNow } = tx;
      const identity = {
        id: newId<CustomerAppId>(systemNow),
        clientId: newId<ClientId>(systemNow),
      };
      const appType = live ? 'LIVE' : 'TEST';
      const app = CustomerApp.create({ ...identity, appType, profile }, systemNow);
      const batch = new WriteBatch();
      const clientSecret = this.addSecret({ app, tx, batch });
      const { name, scopes, pkce } = profile;
      const audit = { actor, run, details: { name, live, scopes, pkce } };
      await this.store({ app, tx, batch }, audit);
      return { app, clientSecret };
    });
  }

  /**
   * Changes name, scopes, redirect URIs or branding. New scopes count from the next token on; where
   * one is taken away, the tokens there are end. Scopes and redirect URIs replace existing ones;
   * settings are merged, and `''` removes one.
   */
  async update(
    by: ChangedBy & { readonly changes: Partial<CustomerAppProfile> },
  ): Promise<CustomerApp> {
    const { changes } = by;
    if (Object.keys(changes).length === 0) {
      throw new DomainError('INVALID_REQUEST', 'There is nothing to change.');
    }
    return this.change({ ...by, details: { ...changes } }, ({ app, tx }) => {
      const settings = mergedSettings(app.profile.settings, changes.settings ?? {});
      app.update(checkedProfile({ ...app.profile, ...changes, settings }), tx.systemNow);
    });
  }

  /**
   * Gives an app a new secret, which is shown this once, and an end to the ones it had: after
   * `overlapMinutes`; 0 ends them and all of their tokens at once.
   */
  async rotateSecret(by: ChangedBy & { readonly overlapMinutes: number }): Promise<AppAndSecret> {
    const { overlapMinutes } = by;
    const isMinutes = Number.isInteger(overlapMinutes) && overlapMinutes >= 0;
    if (!isMinutes || overlapMinutes > LONGEST_OVERLAP_MINUTES) {
      const explanation = `The overlap must be 0 to ${LONGEST_OVERLAP_MINUTES} minutes.`;
      throw new DomainError('INVALID_REQUEST', explanation);
    }
    let clientSecret = '';
    const details = { overlap_minutes: overlapMinutes };
    const app = await this.change({ ...by, details }, async (change) => {
      const { systemNow } = change.tx;
      change.app.rotateSecret(systemNow, { overlaps: overlapMinutes > 0 });
      const oldEnds = new Date(systemNow.getTime() + overlapMinutes * MINUTE_MS);
      await change.tx.query(END_SECRETS, [by.id, oldEnds]);
      clientSecret = this.addSecret(change);
    });
    return { app, clientSecret };
  }

  disable(by: ChangedBy): Promise<CustomerApp> {
    return this.change(by, ({ app, tx }) => app.disable(tx.systemNow));
  }

  enable(by: ChangedBy): Promise<CustomerApp> {
    return this.change(by, ({ app, tx }) => app.enable(tx.systemNow));
  }

  /** Changes a test app to a live one. */
  enableLive(by: ChangedBy): Promise<CustomerApp> {
    return this.change(by, ({ app, tx }) => app.enableLive(tx.systemNow));
  }

  async changeClock(id: CustomerAppId, clock: ClockState): Promise<void> {
    const details = { offset_ms: clock.offsetMs, frozen_at: clock.frozenAt };
    await this.change({ id, actor: 'api', details }, ({ app, tx }) =>
      app.changeClock(clock, tx.systemNow),
    );
  }

  /**
   * The clock of a test app is real time from now on, and no move can begin. Throws `INVALID_REQUEST`
   * for a clock that was moved, is frozen, or is being moved.
   * @param isMoving whether a move of its clock is open; asked under the lock of the app
   */
  async keepRealTime(
    by: ChangedBy & { readonly isMoving: (tx: WorkerTx) => Promise<boolean> },
  ): Promise<void> {
    await this.change(by, async ({ app, tx }) => {
      if (app.appType === 'TEST' && (await by.isMoving(tx))) throw hasMovedClock();
      app.keepRealTime(tx.systemNow);
    });
  }

  /** Locked until the transaction ends. */
  async lock(tx: WorkerTx, id: CustomerAppId): Promise<CustomerApp> {
    const row = await customerApps.lock(tx, { customerAppId: id });
    if (!row) throw new DomainError('INVALID_REQUEST', `There is no customer app ${id}.`);
    return CustomerApp.restore(row);
  }

  private change(
    { id, actor, run, details = {} }: ChangedBy & Partial<Audit>,
    command: (change: Change) => void | Promise<void>,
  ): Promise<CustomerApp> {
    return this.db.asWorker(async (tx) => {
      const change = { app: await this.lock(tx, id), tx, batch: new WriteBatch() };
      await command(change);
      if (change.app.changes.length > 0) await this.store(change, { actor, run, details });
      return change.app;
    });
  }

  private async store({ app, tx, batch }: Change, audit: Audit): Promise<void> {
    const { actor, run, details } = audit;
    customerApps.save(batch, app);
    batch.moves.push(...app.changes);
    for (const { sequence, command, occurredAt } of app.changes) {
      const record = { customerAppId: app.id, sequence, command, actor, details, occurredAt };
      customerAppChanges.insert(batch, record);
    }
    publishCustomerAppChanges(batch, app);
    tx.write(batch);
    await this.views.upsert(tx, viewOf(app));
    await run?.record(tx, { customerAppId: app.id, kind: 'customer_app', id: app.id });
  }

  private addSecret({ app, tx, batch }: Change): string {
    const clientSecret = newClientSecret(tx.systemNow);
    clientSecrets.insert(batch, {
      customerAppId: app.id,
      secretHash: this.hashes.hash(CLIENT_SECRETS_KEY, clientSecret),
      createdAt: tx.systemNow,
      validUntil: null,
    });
    return clientSecret;
  }
}

/**
 * The stored form of a profile: every app has the default scope, and no scope twice. Throws
 * `INVALID_REQUEST` for an empty name, an unknown scope or setting, or an unusable URI.
 */
export function checkedProfile(profile: CustomerAppProfile): CustomerAppProfile {
  const { name, redirectUris, settings, pkce } = profile;
  if (name.trim() === '' || name.length > LONGEST_NAME) {
    throw invalid(`name must have 1 to ${LONGEST_NAME} characters.`);
  }
  const unusable = redirectUris.filter((uri) => !isRedirectUri(uri));
  if (unusable.length > 0) {
    throw invalid(`Not absolute URIs that a browser may go to: ${unusable.join(', ')}.`);
  }
  for (const [key, value] of Object.entries(settings)) assertSetting(key, value);
  if (!PKCE.has(pkce)) throw invalid('pkce must be REQUIRED or OPTIONAL.');
  return { ...profile, scopes: grantedScopes(profile.scopes) };
}

/** Settings are changed one by one; an empty value takes one away. */
export function mergedSettings(
  known: CustomerAppProfile['settings'],
  changes: CustomerAppProfile['settings'],
): CustomerAppProfile['settings'] {
  const merged = Object.entries({ ...known, ...changes }).filter(([, value]) => value !== '');
  return Object.fromEntries(merged);
}

function grantedScopes(scopes: readonly string[]): string[] {
  const unknown = scopes.filter((scope) => !isScope(scope));
  if (unknown.length > 0) throw invalid(`Unknown scopes: ${unknown.join(', ')}.`);
  return [...new Set([DEFAULT_SCOPE, ...scopes])];
}

function isRedirectUri(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hash } = new URL(uri);
  return !SCRIPT_SCHEMES.has(protocol) && hash === '';
}

function assertSetting(key: string, value: unknown): void {
  const setting = SETTINGS[key];
  if (!setting) {
    const known = Object.keys(SETTINGS).join(', ');
    throw invalid(`There is no setting "${key}"; the settings are ${known}.`);
  }
  const fits = typeof value === 'string' && value.length <= LONGEST_SETTING && setting.ok(value);
  if (!fits) throw invalid(`${key} must be ${setting.be}.`);
}

function isHttps(value: string): boolean {
  return URL.canParse(value) && new URL(value).protocol === 'https:';
}

function invalid(explanation: string): DomainError {
  return new DomainError('INVALID_REQUEST', explanation);
}
