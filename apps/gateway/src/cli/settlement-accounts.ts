import { PeerUnavailable } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import { setTimeout as pause } from 'node:timers/promises';
import { UsageError, type Arguments } from './arguments.js';
import type { Calls } from './command-calls.js';

const PAYMENT_METHOD_TYPES = ['CARD', 'MANDATE', 'MANUAL', 'WALLET'];
const OPENING_BALANCE = 1_000_000;
/** Card gateway of each currency's account at the sandbox, in the order in which lists show them. */
const SANDBOX_ACCOUNTS: Readonly<Record<string, string>> = {
  HKD: 'GW1',
  USD: 'GW2',
  SGD: 'GW4',
  JPY: 'GW1',
  KWD: 'GW1',
};

/** An app exists whose accounts could not be opened. */
export class AccountsMissing extends Error {
  override readonly name = 'AccountsMissing';

  constructor(
    readonly app: CustomerAppId,
    override readonly cause: unknown,
  ) {
    super(`the settlement accounts of ${app} are missing`);
  }
}

/** The currencies of a new test app's accounts: all that the sandbox has unless some are named. */
export function sandboxCurrencies(named: readonly string[] | undefined): readonly string[] {
  const known = Object.keys(SANDBOX_ACCOUNTS);
  const unknown = named?.filter((currency) => !known.includes(currency)) ?? [];
  if (unknown.length === 0) return named ?? known;
  throw new UsageError(`The sandbox has ${known.join(', ')}, not ${unknown.join(', ')}.`);
}

interface OpenedAccount {
  readonly account_id: string;
  readonly currencies: readonly string[];
  readonly payment_method_type: readonly string[];
}

/**
 * A new app may reach payment-link before its event: payment-link asks the gateway, and answers 503
 * while that fails. The pauses together are longer than the two seconds for which a circuit stays
 * open there. Four calls do not open the circuit here, which would hide the reason.
 */
const PAUSES_MS: readonly number[] = [500, 1_000, 2_000];

/** Settlement accounts belong to payment-link, which is asked over its internal port. */
export class SettlementAccounts {
  constructor(
    private readonly client: Calls,
    private readonly pausesMs = PAUSES_MS,
  ) {}

  /** The accounts of a new test app; lists show the newest first, so they are made in reverse. */
  async openForTestApp(
    app: CustomerAppId,
    { actor, currencies }: { readonly actor: string; readonly currencies: readonly string[] },
  ): Promise<OpenedAccount[]> {
    const wanted = Object.entries(SANDBOX_ACCOUNTS).filter(([currency]) =>
      currencies.includes(currency),
    );
    const opened: OpenedAccount[] = [];
    for (const [currency, cardGateway] of wanted.toReversed()) {
      const account = await this.put({
        customer_app_id: app,
        actor,
        currencies: [currency],
        business_units: [currency],
        settlement_account_reference: currency,
        payment_method_types: PAYMENT_METHOD_TYPES,
        card_integration_id: cardGateway,
        mandate_integration_id: 'GW3',
        opening_balance: OPENING_BALANCE,
      });
      opened.unshift(account);
    }
    return opened;
  }

  async create(args: Arguments, actor: string): Promise<OpenedAccount> {
    if (args.text('account') !== undefined) {
      throw new UsageError('--account is for settlement-account update; a new one gets its ID.');
    }
    return this.put({ ...bodyFrom(args), actor, opening_balance: args.count('opening-balance') });
  }

  async update(args: Arguments, actor: string): Promise<OpenedAccount> {
    if (args.text('opening-balance') !== undefined) {
      throw new UsageError('--opening-balance is for settlement-account create.');
    }
    return this.put({ ...bodyFrom(args), actor, account_id: args.required('account') });
  }

  private async put(body: Readonly<Record<string, unknown>>): Promise<OpenedAccount> {
    const account = await this.called(body, isRepeatable(body) ? this.pausesMs : []);
    return { ...account, payment_method_type: body['payment_method_types'] as string[] };
  }

  private async called(
    body: Readonly<Record<string, unknown>>,
    [pauseMs, ...later]: readonly number[],
  ): Promise<OpenedAccount> {
    try {
      return await this.client.call<OpenedAccount>('payment-link', {
        method: 'POST',
        path: '/internal/settlement_accounts',
        body,
      });
    } catch (error) {
      if (!(error instanceof PeerUnavailable) || pauseMs === undefined) throw error;
      await pause(pauseMs);
      return this.called(body, later);
    }
  }
}

/** The account that a repeat changes is named; without a name a repeat would open another one. */
function isRepeatable(body: Readonly<Record<string, unknown>>): boolean {
  return (body['account_id'] ?? body['settlement_account_reference']) !== undefined;
}

function bodyFrom(args: Arguments): Readonly<Record<string, unknown>> {
  return {
    customer_app_id: args.required('customer-app'),
    currencies: args.requiredList('currencies'),
    business_units: args.list('business-units'),
    settlement_account_reference: args.text('reference'),
    legal_entity_name: args.text('legal-entity'),
    payment_method_types: args.requiredList('payment-method-types'),
    card_integration_id: args.text('card-gateway'),
    mandate_integration_id: args.text('mandate-gateway'),
    card_connector: args.text('card-connector'),
    debit_connector: args.text('debit-connector'),
    payout_connector: args.text('payout-connector'),
    transfer_connector: args.text('transfer-connector'),
    gateway_account: args.text('gateway-account'),
    pricing: pricingFrom(args),
  };
}

/** `CARD=30+250,WALLET=0+100`: a fixed sum in minor units and basis points, by method. */
function pricingFrom(args: Arguments): readonly object[] {
  const pricing = new Map<string, Record<string, unknown>>();
  for (const kind of ['surcharge', 'fee'] as const) {
    for (const text of args.list(`${kind}s`) ?? []) {
      const [, method = '', fixed, basisPoints] = RATE.exec(text) ?? [];
      if (method === '') throw new UsageError(`--${kind}s takes METHOD=FIXED+BASIS_POINTS.`);
      const entry = pricing.get(method) ?? { payment_method_type: method };
      if (`${kind}_fixed` in entry) throw new UsageError(`--${kind}s names ${method} twice.`);
      entry[`${kind}_fixed`] = Number(fixed);
      entry[`${kind}_basis_points`] = Number(basisPoints);
      pricing.set(method, entry);
    }
  }
  return [...pricing.values()];
}

const RATE = /^([A-Z]+)=(\d{1,10})\+(\d{1,5})$/;
