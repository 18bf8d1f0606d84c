import { Injectable } from '@nestjs/common';
import type { AppTx } from '@towpath/persistence';
import { CardGatewayRegistry } from '../card-gateways/card-gateway-registry.js';
import type { SettlementAccount } from '../payment-accounts/domain/settlement-account.js';
import { FindRecipients } from '../payment-accounts/find-recipients.query.js';
import type { Lookup } from '../persistence/read-together.js';
import type { PaymentLink } from './domain/payment-link.js';

export interface AvailableMethod {
  readonly type: 'CARD';
  readonly account: SettlementAccount;
  /** The gateway that takes it, for example `GW1`. */
  readonly integrationId: string;
}

/** How a link can be paid: by card, on each account whose gateway is connected. */
@Injectable()
export class AvailableMethods {
  static readonly errors = [] as const;

  constructor(
    private readonly recipients: FindRecipients,
    private readonly gateways: CardGatewayRegistry,
  ) {}

  lookup(tx: AppTx): Lookup<SettlementAccount[]> {
    return this.recipients.lookup(tx);
  }

  /** The one to prefer first; none when the app has changed its type or its accounts since. */
  execute(
    tx: AppTx,
    { snapshot, terms }: PaymentLink,
    accounts: readonly SettlementAccount[],
  ): AvailableMethod[] {
    const appType = tx.customerApp.type;
    if (snapshot.live !== (appType === 'LIVE')) return [];
    const options = terms.setupOptions;
    const methodTypes = options?.payment_method_types ?? [];
    if (methodTypes.length > 0 && !methodTypes.includes('CARD')) return [];
    const needs = {
      currency: terms.currency,
      live: snapshot.live,
      businessUnit: options?.recipient_account_filters?.business_unit ?? null,
      methodTypes: ['CARD'] as const,
    };
    return this.recipients.execute(needs, accounts).flatMap((account) => {
      const integrationId = account.cardIntegrationId;
      const connector = this.gateways.find({ appType, integrationId });
      return connector
        ? [{ type: 'CARD' as const, account, integrationId: connector.integrationId }]
        : [];
    });
  }
}
