import { Injectable } from '@nestjs/common';
import { CardGatewayRegistry } from '../../cards/card-gateways/ports.js';
import type { SettlementAccount } from '../../parties/payment-accounts/settlement-account.js';
import { TransferBanks } from '../transfer-banks/ports.js';

type AppType = 'TEST' | 'LIVE';

/** The gateway or bank that takes a method for an account: whatever connectors the account names. */
@Injectable()
export class ConnectedMethodsReads {
  constructor(
    private readonly gateways: CardGatewayRegistry,
    private readonly transferBanks: TransferBanks,
  ) {}

  /**
   * For example `GW1`; `BANK` of a transfer. Null if none is connected for apps of this type, or if it
   * does not take the currency.
   */
  integrationOf(
    { appType, currency }: { readonly appType: AppType; readonly currency: string },
    type: 'CARD' | 'WALLET' | 'MANDATE' | 'MANUAL',
    account: SettlementAccount,
  ): string | null {
    const { cardConnector: connector, cardIntegrationId: integrationId } = account;
    switch (type) {
      case 'MANUAL':
        return this.transferBanks.forAccount(appType, account.transferConnector) ? 'BANK' : null;
      case 'MANDATE':
        // The service of mandates has the registry: it was asked when the account got its connector.
        return account.debitConnector && account.mandateIntegrationId;
      default: {
        const gateway = this.gateways.find({ appType, integrationId, connector });
        return gateway?.supports(currency) ? gateway.integrationId : null;
      }
    }
  }
}
