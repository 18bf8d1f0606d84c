import { Injectable } from '@nestjs/common';
import type { MandateParties, MandateRecord } from '@towpath/contracts/internal';
import type {
  PaymentMethodIntegrationMetadata,
  PaymentMethodResponse,
} from '@towpath/contracts/payment-link';
import type { CustomerAppId, MandateId, PaymentMethodId, PaymentUserId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { MandateDirectory } from '../mandate-directory/mandate-directory.js';
import { ReadMandateParties } from '../mandate-parties/read-mandate-parties.query.js';
import { StoringLinks } from './persistence/storing-links.js';

/** A mandate as a payment method, with its position among the others. */
interface ListedMethod {
  readonly createdAt: string;
  readonly body: PaymentMethodResponse;
}

/**
 * Mandates as payment methods: stored by mandate, shown with the users and accounts of this
 * service. A mandate for a single payment of a link is no stored method.
 */
@Injectable()
export class MandateMethods {
  constructor(
    private readonly directory: MandateDirectory,
    private readonly readMandateParties: ReadMandateParties,
    private readonly links: StoringLinks,
  ) {}

  /** A network call, never in a transaction. */
  ofUser(customerAppId: CustomerAppId, userId: PaymentUserId): Promise<MandateRecord[]> {
    return this.directory.read(customerAppId, { userId });
  }

  /** A network call, never in a transaction. */
  async find(
    customerAppId: CustomerAppId,
    paymentMethodId: PaymentMethodId,
  ): Promise<MandateRecord | null> {
    const [mandate] = await this.directory.read(customerAppId, { paymentMethodId });
    return mandate ?? null;
  }

  /** A network call, never in a transaction. */
  cancel(customerAppId: CustomerAppId, { mandate_id }: MandateRecord): Promise<void> {
    return this.directory.cancel(customerAppId, mandate_id as MandateId);
  }

  /** In the order of the mandates, without those that are no stored method. */
  async bodies(tx: AppTx, mandates: readonly MandateRecord[]): Promise<ListedMethod[]> {
    const stored = await this.stored(tx, mandates);
    const parties = await this.readMandateParties.of(
      tx,
      stored.map((mandate) => ({
        user_id: mandate.user_id,
        account_id: mandate.recipient_account_id,
        sender_account_id: mandate.sender_account_id,
      })),
    );
    return stored.flatMap((mandate) => {
      const part = parties.find(
        (each) =>
          each.user_id === mandate.user_id &&
          each.account_id === mandate.recipient_account_id &&
          each.sender_account_id === mandate.sender_account_id,
      );
      return part ? [{ createdAt: mandate.created_at, body: methodBody(mandate, part) }] : [];
    });
  }

  /** Who may start payments with the mandate; null if it is no stored payment method. */
  async chargeableBy(
    tx: AppTx,
    { payment_link_id: id }: MandateRecord,
  ): Promise<'CUSTOMER_APP' | 'PAYER' | null> {
    if (id === undefined) return 'CUSTOMER_APP';
    const storing = await this.links.of(tx, [id]);
    if (!storing.has(id)) return null;
    return storing.get(id) === 'CLICK_TO_PAY' ? 'PAYER' : 'CUSTOMER_APP';
  }

  /** Whether the payer alone may start payments with it: the customer app charges it never. */
  async isForPayerAlone(tx: AppTx, { payment_link_id: id }: MandateRecord): Promise<boolean> {
    return id !== undefined && (await this.links.of(tx, [id])).get(id) === 'CLICK_TO_PAY';
  }

  /** Those that are stored payment methods, in their order. */
  async stored(tx: AppTx, mandates: readonly MandateRecord[]): Promise<MandateRecord[]> {
    const linkIds = mandates.flatMap(({ payment_link_id: id }) => (id ? [id] : []));
    const storing = await this.links.of(tx, [...new Set(linkIds)]);
    return mandates.filter(({ payment_link_id: id }) => !id || storing.has(id));
  }
}

function methodBody(mandate: MandateRecord, parties: MandateParties): PaymentMethodResponse {
  const { collection_entity_name } = parties;
  return {
    payment_method_id: mandate.payment_method_id,
    payment_method_type: 'MANDATE',
    live: mandate.live,
    mandate: {
      mandate_id: mandate.mandate_id,
      payment_method_id: mandate.payment_method_id,
      status: mandate.status,
      created_at: mandate.created_at,
      updated_at: mandate.updated_at,
      error: mandate.error,
      mandate_details: { ...mandate.mandate_details, collection_entity_name },
      metadata: mandate.metadata,
      recipient: parties.recipient,
      recipient_account: parties.recipient_account,
      sender: { ...parties.sender, user_type: mandate.sender_type },
      sender_account: parties.sender_account,
    },
    integration_metadata: mandate.integration_metadata as
      PaymentMethodIntegrationMetadata | undefined,
  };
}
