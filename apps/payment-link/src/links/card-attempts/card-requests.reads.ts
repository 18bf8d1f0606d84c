import { Injectable } from '@nestjs/common';
import { SANDBOX } from '@towpath/http';
import { Transactions } from '@towpath/persistence';
import type { GatewayCall, GatewayOrder } from '../../cards/card-gateways/gateway-call.js';
import {
  CardGatewayRegistry,
  type CardGatewayConnector,
  type CardPayer,
} from '../../cards/card-gateways/ports.js';
import { PaymentUsersReads } from '../../parties/payment-users/payment-users.reads.js';
import { LinkAddresses, nameOf } from '../link-pages/link-addresses.js';
import { PageContextReads } from '../link-pages/page-context.reads.js';
import type { PaymentAttempt } from '../payment-attempts/payment-attempt.js';
import type { PaymentLink } from '../payment-links/payment-link.js';

/** An attempt about which its gateway, or the service of its mandate, is asked. */
export interface AttemptOrder {
  readonly link: PaymentLink;
  readonly attempt: PaymentAttempt;
  readonly merchantName: string;
  /** Of the payer's own request, and not kept. */
  readonly from: Pick<CardPayer, 'address' | 'browser'>;
}

/** An attempt that no payer's request is about. */
export const FROM_NOBODY = { address: null, browser: null };

/** What a card gateway is asked about an attempt. */
@Injectable()
export class CardRequestsReads {
  constructor(
    private readonly db: Transactions,
    private readonly gateways: CardGatewayRegistry,
    private readonly users: PaymentUsersReads,
    private readonly pageContext: PageContextReads,
    private readonly addresses: LinkAddresses,
  ) {}

  gatewayOf(link: PaymentLink, attempt: PaymentAttempt): CardGatewayConnector {
    const { integrationId, connector } = attempt.snapshot;
    const appType = link.snapshot.live ? 'LIVE' : 'TEST';
    return this.gateways.get({ appType, integrationId, connector: connector ?? SANDBOX });
  }

  /** The card fields of the gateway, in which the payer types a card for the attempt. */
  async fieldsUrl(link: PaymentLink, attempt: PaymentAttempt): Promise<string> {
    const { locale: language, embeddingOrigins } = await this.pageContext.of(link.snapshot);
    return this.gatewayOf(link, attempt).cardFieldsUrl({
      ...termsOf(link, attempt),
      session: attempt.id,
      link: nameOf(link.snapshot),
      language,
      embeddingOrigins,
    });
  }

  /** Never in a transaction: it may begin one. */
  async of(
    { link, attempt, merchantName, from }: AttemptOrder,
    { ask }: GatewayCall,
  ): Promise<{ readonly gateway: CardGatewayConnector; readonly order: GatewayOrder }> {
    const { snapshot: terms } = link;
    const { attemptId, paymentId, recipientAccountId } = attempt.snapshot;
    const gateway = this.gatewayOf(link, attempt);
    const { integrationId, connector, appType } = gateway;
    const isSent = ask === 'PREPARE' || ask === 'AUTHORIZE';
    const asked = termsOf(link, attempt);
    const person = isSent && takesPerson(gateway, asked) ? await this.personOf(link) : NOBODY;
    const request = {
      ...asked,
      reference: attemptId,
      recurringPaymentMode: terms.setupOptions?.recurring_payment_mode ?? null,
      paymentId,
      payer: { key: terms.userId, ...person, ...from },
      merchantAccount: recipientAccountId,
      merchantName,
      payerPresent: true,
      returnUrl: this.addresses.addressOf(attempt.snapshot, 'challenge_return'),
      language: (await this.pageContext.of(terms)).locale,
    };
    return { gateway, order: { integrationId, connector, appType, request } };
  }

  /** Without name and e-mail after an erasure. */
  private async personOf({ snapshot: { customerAppId, userId } }: PaymentLink) {
    const read = await this.db.forApp(customerAppId, (tx) => this.users.byId(tx, [userId]), {
      readOnly: true,
    });
    const { name = null, email = null } = read.get(userId)?.snapshot.personal ?? {};
    return { name, email };
  }
}

/** The terms of an attempt, for the payer's page and for the gateway. */
function termsOf({ snapshot: link }: PaymentLink, { snapshot: attempt }: PaymentAttempt) {
  return {
    customerAppId: link.customerAppId,
    gatewayAccount: attempt.gatewayAccount,
    amount: (link.amount ?? 0) + attempt.surchargeAmount,
    currency: link.currency,
    store: attempt.paymentMethodId !== null,
    purpose: link.mode,
  };
}

function takesPerson(
  { takesPerson: takes }: CardGatewayConnector,
  { store, purpose }: ReturnType<typeof termsOf>,
): boolean {
  return takes === 'always' || (takes === 'to_store' && (store || purpose === 'SETUP'));
}

const NOBODY = { name: null, email: null };
