import { Injectable } from '@nestjs/common';
import {
  KEYED_PROCESSORS,
  keyMistake,
  secretsMistake,
  type GatewayKeys,
  type KeyForm,
} from '@towpath/http';
import { DomainError, newId, type CustomerAppId, type Id } from '@towpath/kernel';
import {
  byValues,
  Encryption,
  Transactions,
  WriteBatch,
  type CommandRun,
  type WorkerTx,
} from '@towpath/persistence';
import { ClockMovesService } from '../clock/clock-moves.service.js';
import { CustomerAppsReads } from '../customer-apps/customer-apps.reads.js';
import { CustomerAppsService } from '../customer-apps/customer-apps.service.js';
import { newKeys, rotated, type AccountKeys } from './gateway-account.js';
import {
  gatewayAccountChanges,
  gatewayAccounts,
  type EndpointId,
  type GatewayAccountRow,
} from './gateway-account.table.js';
import {
  accountNotFound,
  contextOf,
  GATEWAY_ACCOUNTS_KEY,
  GatewayAccountsReads,
  shown,
} from './gateway-accounts.reads.js';

const FORMS = KEYED_PROCESSORS.map(({ keys }) => keys);
const MAX_SECRETS = 10;
const MINUTE_MS = 60_000;
const LONGEST_OVERLAP_MINUTES = 30 * 24 * 60;

interface Order {
  readonly customerAppId: CustomerAppId;
  readonly connector: string;
  readonly actor: string;
  readonly run?: CommandRun;
}

interface AccountOrder extends Order {
  readonly keys: GatewayKeys;
  readonly gatewayAccount: string | null;
}

type Change = Pick<Order, 'actor'> & {
  readonly command: 'set' | 'rotate-webhook-secret';
  readonly details: Readonly<Record<string, unknown>>;
};

/** Until the commit no other app gets keys: what `OTHERS` finds stays so. */
const ALONE = byValues(`SELECT pg_advisory_xact_lock(hashtext('gateway_accounts'))`);
const OTHERS = byValues(`SELECT to_jsonb(a) AS row FROM gateway_accounts a
  WHERE connector = $1 AND customer_app_id <> $2 AND gateway_account IS NOT DISTINCT FROM $3`);
const OLDER = byValues(`SELECT to_jsonb(a) AS row FROM gateway_accounts a
  WHERE NOT starts_with(encode(keys_sealed, 'hex'), $1) FOR UPDATE`);

/** Commands of operators on the accounts of apps at processors. */
@Injectable()
export class GatewayAccountsService {
  constructor(
    private readonly db: Transactions,
    private readonly encryption: Encryption,
    private readonly reads: GatewayAccountsReads,
    private readonly apps: CustomerAppsReads,
    private readonly customerApps: CustomerAppsService,
    private readonly clocks: ClockMovesService,
  ) {}

  /**
   * Gives an app its own account, or other keys of it. Throws `INVALID_REQUEST` for keys of the wrong
   * mode or of another app's account, and for a test app whose clock is not real time.
   */
  async set(order: AccountOrder): Promise<GatewayAccountRow> {
    const { customerAppId, connector, keys, gatewayAccount, actor } = order;
    const form = formOf(connector);
    assertKeys(form, (await this.apps.get(customerAppId)).appType, keys);
    await this.clocks.keepRealTime(customerAppId, actor);
    return this.db.asWorker(async (tx) => {
      const app = await this.customerApps.lock(tx, customerAppId);
      assertKeys(form, app.appType, keys);
      await this.assertOfNoOther(tx, order);
      const known = await gatewayAccounts.lock(tx, { customerAppId, connector });
      const { systemNow: at } = tx;
      const row = this.sealed(
        {
          customerAppId,
          connector,
          endpointId: known?.endpointId ?? newId<EndpointId>(at),
          live: app.appType === 'LIVE',
          gatewayAccount,
          createdAt: known?.createdAt ?? at,
          updatedAt: at,
        },
        newKeys(keys, at),
      );
      const batch = new WriteBatch();
      if (known) gatewayAccounts.update(batch, row);
      else gatewayAccounts.insert(batch, row);
      const secret_key = shown(keys.secretKey);
      const details = { secret_key, gateway_account: gatewayAccount };
      audit(batch, row, { command: 'set', actor, details });
      tx.write(batch);
      await order.run?.record(tx, aboutOf(row));
      return row;
    });
  }

  /**
   * The given secrets sign call-backs from now on. Those before them count for `overlapMinutes` more;
   * 0 ends them at once.
   */
  async rotateWebhookSecrets(
    order: Order & { readonly secrets: readonly string[]; readonly overlapMinutes: number },
  ): Promise<GatewayAccountRow> {
    const { customerAppId, connector, secrets, overlapMinutes, actor } = order;
    if (overlapMinutes > LONGEST_OVERLAP_MINUTES) {
      const explanation = `The overlap must be 0 to ${LONGEST_OVERLAP_MINUTES} minutes.`;
      throw new DomainError('INVALID_REQUEST', explanation);
    }
    assertWebhookSecrets(formOf(connector), secrets);
    return this.db.asWorker(async (tx) => {
      const known = await gatewayAccounts.lock(tx, { customerAppId, connector });
      if (!known) throw accountNotFound(order);
      const { systemNow: at } = tx;
      const overlapMs = overlapMinutes * MINUTE_MS;
      const keys = rotated(this.reads.open(known), { secrets, overlapMs }, at);
      const row = this.sealed({ ...known, updatedAt: at }, keys);
      const batch = new WriteBatch();
      gatewayAccounts.update(batch, row);
      const details = { webhook_secrets: secrets.map(shown), overlap_minutes: overlapMinutes };
      audit(batch, row, { command: 'rotate-webhook-secret', actor, details });
      tx.write(batch);
      await order.run?.record(tx, aboutOf(row));
      return row;
    });
  }

  /** Seals all keys under the present version of the key file, and returns how many it did. */
  rewrap(run?: CommandRun): Promise<number> {
    return this.db.asWorker(async (tx) => {
      const prefix = this.encryption.currentPrefix(GATEWAY_ACCOUNTS_KEY).toString('hex');
      const rows = gatewayAccounts.rows(await tx.query<{ row: unknown }>(OLDER, [prefix]));
      const batch = new WriteBatch();
      for (const row of rows) {
        gatewayAccounts.update(batch, this.sealed(row, this.reads.open(row)));
      }
      if (rows.length > 0) tx.write(batch);
      await run?.record(tx);
      return rows.length;
    });
  }

  /** An account has one publishable key, and perhaps several secret ones. */
  private async assertOfNoOther(
    tx: WorkerTx,
    { customerAppId, connector, keys, gatewayAccount }: AccountOrder,
  ): Promise<void> {
    await tx.query(ALONE);
    const found = await tx.query<{ row: unknown }>(OTHERS, [
      connector,
      customerAppId,
      gatewayAccount,
    ]);
    const other = gatewayAccounts.rows(found).find((row) => {
      const { secretKey, publishableKey } = this.reads.open(row);
      return secretKey === keys.secretKey || publishableKey === keys.publishableKey;
    });
    assert(other ? `The app ${other.customerAppId} has keys of this account.` : null);
  }

  private sealed(row: Omit<GatewayAccountRow, 'keysSealed'>, keys: AccountKeys): GatewayAccountRow {
    const text = JSON.stringify(keys);
    return {
      ...row,
      keysSealed: this.encryption.encrypt(GATEWAY_ACCOUNTS_KEY, text, contextOf(row)),
    };
  }
}

/** For the audit. */
function aboutOf({ customerAppId, connector }: GatewayAccountRow) {
  return { customerAppId, kind: 'gateway_account', id: connector };
}

function audit(batch: WriteBatch, row: GatewayAccountRow, change: Change): void {
  const { customerAppId, connector, updatedAt: occurredAt } = row;
  gatewayAccountChanges.insert(batch, {
    customerAppId,
    changeId: newId<Id<'GatewayAccountChange'>>(occurredAt),
    connector,
    ...change,
    occurredAt,
  });
}

/** Throws `INVALID_REQUEST` for a connector that takes no keys. */
function formOf(connector: string): KeyForm {
  const form = FORMS.find((each) => each.connector === connector);
  if (form) return form;
  const names = FORMS.map((each) => each.connector).join(', ');
  throw new DomainError('INVALID_REQUEST', `connector must be one of: ${names}.`);
}

/** Throws `INVALID_REQUEST`; the sentence contains no key. */
function assertKeys(form: KeyForm, appType: 'TEST' | 'LIVE', keys: GatewayKeys): void {
  assert(keyMistake(form, appType, keys) ?? tooMany(keys.webhookSecrets));
}

/** Like `assertKeys`. */
function assertWebhookSecrets(form: KeyForm, secrets: readonly string[]): void {
  assert(secretsMistake(form, secrets) ?? tooMany(secrets));
}

function tooMany(secrets: readonly string[]): string | null {
  return secrets.length > MAX_SECRETS ? `There are over ${MAX_SECRETS} webhook secrets.` : null;
}

function assert(mistake: string | null): void {
  if (mistake !== null) throw new DomainError('INVALID_REQUEST', mistake);
}
