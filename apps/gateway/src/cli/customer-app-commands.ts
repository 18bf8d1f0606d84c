import { SANDBOX_APP_SCOPES } from '@towpath/contracts';
import { DomainError, parseId, type CustomerAppId } from '@towpath/kernel';
import type { CommandRun } from '@towpath/persistence';
import type { CustomerApp, CustomerAppProfile, Pkce } from '../customer-apps/customer-app.js';
import { CustomerAppsReads } from '../customer-apps/customer-apps.reads.js';
import { CustomerAppsService } from '../customer-apps/customer-apps.service.js';
import type { Arguments } from './arguments.js';
import { AccountsMissing, sandboxCurrencies, SettlementAccounts } from './settlement-accounts.js';

/** Who runs a command: the name that they give, and the run for the audit. */
export interface Actor {
  readonly actor: string;
  readonly run: CommandRun;
}

interface CustomerAppTools {
  readonly baseUrl: string;
  readonly apps: CustomerAppsService;
  readonly reads: CustomerAppsReads;
  readonly accounts: SettlementAccounts;
  readonly print: (answer: object) => void;
}

const SANDBOX_REDIRECT_URIS = ['http://127.0.0.1:8090/callback', 'http://localhost:8090/callback'];

/** The commands on customer apps. */
export class CustomerAppCommands {
  constructor(private readonly tools: CustomerAppTools) {}

  /** Prints the app also when its accounts could not be opened: its secret is shown this once. */
  async create(args: Arguments, by: Actor): Promise<object> {
    const live = args.flag('live');
    const scopes = args.list('scopes') ?? SANDBOX_APP_SCOPES;
    const currencies = sandboxCurrencies(args.list('currencies'));
    const { app, clientSecret } = await this.tools.apps.create({
      profile: {
        name: args.required('name'),
        scopes,
        redirectUris: args.list('redirect-uri') ?? (live ? [] : SANDBOX_REDIRECT_URIS),
        settings: args.settings() ?? {},
        pkce: (args.text('pkce') ?? 'REQUIRED') as Pkce,
      },
      live,
      ...by,
    });
    const printed = {
      base_url: this.tools.baseUrl,
      customer_app_id: app.id,
      client_id: app.clientId,
      client_secret: clientSecret,
      redirect_uris: app.profile.redirectUris,
    };
    try {
      const opens = !live && !args.flag('no-accounts');
      const accounts = opens
        ? await this.tools.accounts.openForTestApp(app.id, { actor: by.actor, currencies })
        : [];
      return { ...printed, settlement_accounts: accounts };
    } catch (error) {
      this.tools.print({ ...printed, settlement_accounts: [] });
      throw new AccountsMissing(app.id, error);
    }
  }

  async list(): Promise<object> {
    return (await this.tools.reads.list()).map(toBody);
  }

  async show(args: Arguments): Promise<object> {
    return toBody(await this.tools.reads.get(idOf(args)));
  }

  async update(args: Arguments, by: Actor): Promise<object> {
    const given: Partial<Record<keyof CustomerAppProfile, unknown>> = {
      name: args.text('name'),
      scopes: args.list('scopes'),
      redirectUris: args.list('redirect-uri'),
      settings: args.settings(),
      pkce: args.text('pkce'),
    };
    const changes = Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
    ) as Partial<CustomerAppProfile>;
    return toBody(await this.tools.apps.update({ id: idOf(args), changes, ...by }));
  }

  async rotateSecret(args: Arguments, by: Actor): Promise<object> {
    const overlapMinutes = args.count('overlap-minutes') ?? 0;
    const rotated = await this.tools.apps.rotateSecret({ id: idOf(args), overlapMinutes, ...by });
    return { ...toBody(rotated.app), client_secret: rotated.clientSecret };
  }

  async move(
    command: 'disable' | 'enable' | 'enableLive',
    args: Arguments,
    by: Actor,
  ): Promise<object> {
    return toBody(await this.tools.apps[command]({ id: idOf(args), ...by }));
  }
}

function idOf(args: Arguments): CustomerAppId {
  const raw = args.required('id');
  const id = parseId<CustomerAppId>(raw);
  if (!id) throw new DomainError('INVALID_REQUEST', `${raw} is not an ID.`);
  return id;
}

function toBody(app: CustomerApp): object {
  return {
    customer_app_id: app.id,
    client_id: app.clientId,
    name: app.profile.name,
    app_type: app.appType,
    status: app.status,
    scopes: app.profile.scopes,
    redirect_uris: app.profile.redirectUris,
    settings: app.profile.settings,
    pkce: app.profile.pkce,
    keeps_real_time: app.keepsRealTime,
    credential_generation: app.credentialGeneration,
    created_at: app.snapshot.createdAt.toISOString(),
  };
}
