/** @proves promise-1, promise-15 @takes 60 s */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import { SERVICE_NAMES } from '@towpath/contracts';
import {
  createSandboxApp,
  inheritedVariables,
  runGatewayCli,
  runInGatewayShell,
  StartError,
  startSystem,
  temporaryFolder,
  workspaceRoot,
  type System,
} from '@towpath/local-system';
import { ApiClient, eventually, HostedPayer, Merchant, paymentOrder } from '@towpath/testing';
import { BaseBackup, KeptDatabase, ROLE_OF_THE_GAP, rowsOf, urlOf } from './base-backup.fixture.js';

jest.setTimeout(600_000);

const CALLERS = 2;
const SOME = 4;
const GAP_S = 300;
const PATIENCE = { deadlineMs: 60_000 };

interface Link {
  readonly id: string;
  readonly url: string;
}

interface Resolved {
  readonly unasked: number;
  readonly silent: readonly object[];
  readonly unheard: readonly object[];
  readonly unknown: readonly { readonly reference: string; readonly given_back: string | null }[];
}

describe('databases that are restored five minutes back under load', () => {
  const folder = temporaryFolder();
  let system: System;
  let api: ApiClient;
  let merchant: Merchant;
  let load: Load;
  beforeAll(async () => {
    system = await startSystem({ dataDir: join(folder, 'data'), durable: false });
    api = new ApiClient(system.baseUrl);
    merchant = new Merchant(api, await createSandboxApp(system, { name: 'Shop' }));
    await merchant.createWebhookEndpoint({ body: { url: 'http://127.0.0.1:9/none' } });
    load = new Load(api, merchant);
  });
  afterAll(async () => {
    await system?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const services = () => system.services.filter(({ name }) => name !== 'sandbox');
  const restored = async (to: Date) => {
    const program = join(workspaceRoot(), 'tools/deploy/dist/restored.js');
    const answers = SERVICE_NAMES.map(async (name) => {
      const env = { ...inheritedVariables(), ...system.service(name).environment };
      const args = [program, '--to', to.toISOString()];
      const { stdout } = await promisify(execFile)(process.execPath, args, { env });
      return JSON.parse(stdout) as { readonly published_again: number; readonly skipped: number };
    });
    return Promise.all(answers);
  };
  const resolve = (since: Date, ...options: string[]) =>
    runInGatewayShell(system, ['restore', 'resolve', '--since', since.toISOString(), ...options]);

  it('publish every event again, query every connector, and charge no payer twice', async () => {
    load.begin();
    const late = await load.make();
    await load.pay(late, 'late');
    const unpaid = await load.make();
    // At the instant a way to pay is chosen, and there is nothing yet that a gateway could be asked.
    const chosen = await load.choose(await load.make());
    const paymentId = (await merchant.link(chosen.id)).payment?.payment_id ?? '';
    const kept = async () => (await netCharges(system))[paymentId];
    await eventually(() => load.paid.length > SOME, PATIENCE);
    // What it has not consumed by then, only the outboxes still have after the restore.
    await system.service('webhook-dispatch').stop();
    const before = load.paid.length;
    await eventually(() => load.paid.length > before + SOME, PATIENCE);
    const atInstant = [...load.paid];
    const backup = await BaseBackup.take(required(system.postgres), join(folder, 'backup'));

    await system.service('webhook-dispatch').start();
    await system.service('webhook-dispatch').ready();
    await load.pay(unpaid, 'authorized');
    await chosen.pay();
    const then = load.paid.length;
    await eventually(() => load.paid.length > then + SOME, PATIENCE);
    await load.end();
    await merchant.advanceClock(GAP_S);
    await eventually(async () => (await merchant.link(late.id)).status === 'PAID', PATIENCE);
    await allTold(system, atInstant.slice(before));

    await Promise.all(system.services.map((service) => service.stop()));
    const world = await KeptDatabase.of(urlOf({ adminUrl: system.adminUrl, database: 'sandbox' }));
    await backup.restore(required(system.postgres));
    expect(await rolesOf(system)).not.toContain(ROLE_OF_THE_GAP);
    await world.putBack();
    const again = await restored(backup.instant);
    expect(again.some(({ published_again }) => published_again > 0)).toBe(true);
    await system.service('sandbox').start();
    await Promise.all(services().map((service) => service.start()));
    await Promise.all(services().map((service) => service.ready()));

    // Anyone who paid in the gap is named, and the command does not call that resolved.
    expect(await kept()).toBeGreaterThan(0);
    const asked = ['restore', 'resolve', '--since', backup.instant.toISOString()];
    await expect(runGatewayCli(system, asked)).rejects.toBeInstanceOf(StartError);
    const back = (await resolve(backup.instant, '--give-back')) as Resolved;
    expect(back).toMatchObject({ unasked: 0, silent: [], unheard: [] });
    await eventually(async () => (await kept()) === undefined, PATIENCE);
    expect(back.unknown.length).toBeGreaterThan(SOME);
    expect(new Set(back.unknown.map(({ given_back }) => given_back))).toEqual(
      new Set(['REFUNDED']),
    );
    expect(await resolve(backup.instant)).toMatchObject({ unknown: [] });

    // The door opens: the attempt of before the instant is paid once, the links of the gap again.
    expect((await merchant.link(late.id)).status).toBe('PAID');
    for (const link of [unpaid, chosen]) {
      expect((await merchant.link(link.id)).status).toBe('CREATED');
      await load.pay(link, 'authorized');
      await eventually(async () => (await merchant.link(link.id)).status === 'PAID', PATIENCE);
    }
    await allTold(system, [...atInstant, unpaid.id, chosen.id]);
    expect(await netCharges(system)).toEqual(await executedPayments(system));
    expect(await runInGatewayShell(system, ['ledger', 'verify'])).toMatchObject({ findings: [] });
    expect(await runInGatewayShell(system, ['reconciliation', 'list'])).toEqual({
      differences: [],
    });
  });
});

/** Payers who each pay a link of their own, one after the other. */
class Load {
  /** Links that were paid, as the page said. */
  readonly paid: string[] = [];
  private running = true;
  private callers: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly api: ApiClient,
    private readonly merchant: Merchant,
  ) {}

  begin(): void {
    const caller = async () => {
      while (this.running) {
        const link = await this.make();
        await this.pay(link, 'authorized');
        this.paid.push(link.id);
      }
    };
    this.callers = Promise.all(Array.from({ length: CALLERS }, caller));
  }

  async end(): Promise<void> {
    this.running = false;
    await this.callers;
  }

  async make(): Promise<Link> {
    const { payment_link_id: id, url } = await this.merchant.createPaymentLink({
      body: paymentOrder(),
    });
    return { id, url: url ?? '' };
  }

  /** Chooses to pay by card; the card is typed later. */
  async choose({ id, url }: Link): Promise<Link & { pay(): Promise<void> }> {
    const payer = await HostedPayer.open(this.api, url);
    const selected = await payer.select();
    const pay = async () => {
      const card = await payer.type(selected, 'authorized');
      const { status, text } = await payer.submit(selected.attempt_id, card);
      if (status !== 200) throw new Error(`the page answered ${status} ${text}`);
    };
    return { id, url, pay };
  }

  async pay({ url }: Link, card: 'authorized' | 'late'): Promise<void> {
    const { status, text } = await (await HostedPayer.open(this.api, url)).pay(card);
    if (status !== 200) throw new Error(`the page answered ${status} ${text}`);
  }
}

async function rolesOf({ adminUrl }: System): Promise<string[]> {
  const sql = 'SELECT rolname FROM pg_roles';
  const rows = await rowsOf<{ rolname: string }>({ adminUrl, database: 'postgres', sql });
  return rows.map(({ rolname }) => rolname);
}

/** Waits until webhook-dispatch knows that each link was paid. */
async function allTold(system: System, links: readonly string[]): Promise<void> {
  const unreported = async () => {
    const rows = await rowsOf<{ resource_id: string }>({
      adminUrl: system.adminUrl,
      database: 'webhook_dispatch',
      sql: `SELECT resource_id FROM webhook_messages WHERE event_type = 'PAYMENT_LINK_PAID'`,
    });
    const reported = new Set(rows.map(({ resource_id }) => resource_id));
    return links.flatMap((link, index) => (reported.has(link) ? [] : [`${index}: ${link}`]));
  };
  await eventually(async () => (await unreported()).length === 0, {
    ...PATIENCE,
    describe: async () =>
      `the webhooks of ${(await unreported()).join(', ')} of ${links.length} links`,
  });
}

/** What the gateways hold of each payment, those without anything left out. */
async function netCharges(system: System): Promise<Record<string, number>> {
  const rows = await rowsOf<{ id: string; net: string }>({
    adminUrl: system.adminUrl,
    database: 'sandbox',
    sql: `SELECT payment_id AS id, sum(CASE kind WHEN 'CHARGE' THEN amount ELSE -amount END) AS net
     FROM ledger_entries GROUP BY 1 HAVING
       sum(CASE kind WHEN 'CHARGE' THEN amount ELSE -amount END) <> 0 ORDER BY 1`,
  });
  return Object.fromEntries(rows.map(({ id, net }) => [id, Number(net)]));
}

async function executedPayments(system: System): Promise<Record<string, number>> {
  const rows = await rowsOf<{ id: string; net: string }>({
    adminUrl: system.adminUrl,
    database: 'payment_link',
    sql: `SELECT payment_id AS id, amount + surcharge_amount AS net FROM payments
     WHERE status = 'EXECUTED' ORDER BY 1`,
  });
  return Object.fromEntries(rows.map(({ id, net }) => [id, Number(net)]));
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the system has servers of its own');
  return value;
}
