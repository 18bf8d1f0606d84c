import { Injectable } from '@nestjs/common';
import type { MandateParties, MandateRecord } from '@towpath/contracts/internal';
import type {
  PaymentMethodIntegrationMetadata,
  PaymentMethodResponse,
  SenderAccount,
} from '@towpath/contracts/payment-link';
import type {
  CustomerAppId,
  MandateId,
  PaymentAccountId,
  PaymentLinkId,
  PaymentMethodId,
  PaymentUserId,
} from '@towpath/kernel';
import { byValues, Transactions, type AppTx } from '@towpath/persistence';
import { InstitutionNamesReads } from '../../parties/institution-names/institution-names.reads.js';
import { ExternalAccountsReads } from '../../parties/payment-accounts/external-accounts.reads.js';
import {
  MandateDirectoryService,
  type AskedPayment,
} from '../mandate-directory/mandate-directory.service.js';
import { MandatePartiesReads } from '../mandate-parties/mandate-parties.reads.js';

/** A mandate as a payment method, with its position among the others. */
interface ListedMethod {
  readonly createdAt: string;
  readonly body: PaymentMethodResponse;
}

/** A mandate of an earlier link that the payer may charge again by one tap. */
export interface SavedMandate {
  readonly paymentMethodId: PaymentMethodId;
  readonly mandateId: MandateId;
  readonly recipientAccountId: PaymentAccountId;
  /** The account that pays, as its holder recognizes it. */
  readonly account: {
    readonly numberMasked: string;
    readonly institutionName: string | null;
  };
}

interface SavedBy extends AskedPayment {
  readonly customerAppId: CustomerAppId;
  /** The links on which the payer saved mandates for this. */
  readonly savedOn: ReadonlySet<PaymentLinkId>;
}

/** Who may start payments with a stored method; null if a link requested neither. */
type FuturePayments = 'AUTOPAY' | 'CLICK_TO_PAY' | null;

/**
 * Mandates as payment methods: stored by mandate, shown with the users and accounts of this
 * service. A mandate for a single payment of a link is no stored method.
 */
@Injectable()
export class MandateMethodsReads {
  constructor(
    private readonly db: Transactions,
    private readonly directory: MandateDirectoryService,
    private readonly parties: MandatePartiesReads,
    private readonly externalAccounts: ExternalAccountsReads,
    private readonly names: InstitutionNamesReads,
  ) {}

  /** Undefined when no stored method of the app is a mandate with this ID. A network call. */
  async get(
    customerAppId: CustomerAppId,
    paymentMethodId: PaymentMethodId,
  ): Promise<PaymentMethodResponse | undefined> {
    const found = await this.directory.read(customerAppId, { paymentMethodId });
    if (found.length === 0) return undefined;
    const read = async (tx: AppTx) => (await this.bodies(tx, found))[0]?.body;
    return this.db.forApp(customerAppId, read, { readOnly: true });
  }

  /** In the order of the mandates, without those that are no stored method. */
  async bodies(tx: AppTx, mandates: readonly MandateRecord[]): Promise<ListedMethod[]> {
    const stored = await this.stored(tx, mandates);
    const parties = await this.parties.of(
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
    const storing = await storingLinks(tx, [id]);
    if (!storing.has(id)) return null;
    return storing.get(id) === 'CLICK_TO_PAY' ? 'PAYER' : 'CUSTOMER_APP';
  }

  /** Those that are stored payment methods, in their order. */
  async stored(tx: AppTx, mandates: readonly MandateRecord[]): Promise<MandateRecord[]> {
    const linkIds = mandates.flatMap(({ payment_link_id: id }) => (id ? [id] : []));
    const storing = await storingLinks(tx, [...new Set(linkIds)]);
    return mandates.filter(({ payment_link_id: id }) => !id || storing.has(id));
  }

  /** The links on which a payer stored a mandate for one-tap payments. */
  async clickToPayLinks(tx: AppTx, userId: PaymentUserId): Promise<ReadonlySet<PaymentLinkId>> {
    const rows = await tx.query<{ payment_link_id: PaymentLinkId }>(
      byValues(`SELECT payment_link_id FROM payment_links
       WHERE customer_app_id = $1 AND user_id = $2
         AND setup_options ->> 'future_payments' = 'CLICK_TO_PAY'`),
      [tx.customerApp.id, userId],
    );
    return new Set(rows.map((row) => row.payment_link_id));
  }

  /**
   * Mandates that a payer stored for one-tap payments, newest first: active, and with room for the
   * payment. A mandate without a known account is omitted, because the page could not name the
   * paying account. Network calls; `PeerUnavailable` when unanswered.
   */
  async saved({ customerAppId, savedOn, ...payment }: SavedBy): Promise<SavedMandate[]> {
    const chargeable = await this.directory.chargeable(customerAppId, payment);
    const saved = chargeable.filter(
      ({ payment_link_id: id }) => id !== undefined && savedOn.has(id as PaymentLinkId),
    );
    if (saved.length === 0) return [];
    const read = (tx: AppTx) => this.accountsOf(tx, saved);
    const accounts = await this.db.forApp(customerAppId, read, { readOnly: true });
    const shown = await this.names.shown({
      payment_methods: saved.map((mandate) => ({
        mandate,
        sender_account: accounts.get(mandate.sender_account_id ?? ''),
      })),
    });
    return shown.payment_methods.flatMap(({ mandate, sender_account: account }) =>
      account ? savedMandate(mandate, account) : [],
    );
  }

  private async accountsOf(
    tx: AppTx,
    mandates: readonly MandateRecord[],
  ): Promise<ReadonlyMap<string, SenderAccount>> {
    const ids = mandates.flatMap(({ sender_account_id: id }) =>
      id === undefined ? [] : [id as PaymentAccountId],
    );
    const found = await this.externalAccounts.byId(tx, ids);
    // One of another user is as unknown as one that is gone.
    const payers = new Set<string>(mandates.map(({ user_id }) => user_id));
    const theirs = [...found.values()].filter(({ userId }) => payers.has(userId));
    return new Map(
      theirs.map((account) => [account.accountId, this.externalAccounts.senderBody(account)]),
    );
  }
}

/** Those links whose mandate is a stored payment method, with its use. */
async function storingLinks(
  tx: AppTx,
  paymentLinkIds: readonly string[],
): Promise<ReadonlyMap<string, FuturePayments>> {
  if (paymentLinkIds.length === 0) return new Map();
  const rows = await tx.query<{ payment_link_id: string; future_payments: FuturePayments }>(
    byValues(`SELECT payment_link_id, setup_options ->> 'future_payments' AS future_payments
     FROM payment_links
     WHERE customer_app_id = $1 AND payment_link_id = ANY ($2) AND setup_options IS NOT NULL`),
    [tx.customerApp.id, paymentLinkIds],
  );
  return new Map(rows.map((row) => [row.payment_link_id, row.future_payments]));
}

function savedMandate(
  mandate: MandateRecord,
  { account_number_masked: numberMasked, institution_name: institutionName }: SenderAccount,
): SavedMandate[] {
  if (numberMasked === undefined) return [];
  return [
    {
      paymentMethodId: mandate.payment_method_id as PaymentMethodId,
      mandateId: mandate.mandate_id as MandateId,
      recipientAccountId: mandate.recipient_account_id as PaymentAccountId,
      account: { numberMasked, institutionName: institutionName ?? null },
    },
  ];
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
