import { Injectable } from '@nestjs/common';
import type { ImportMandateRequest } from '@towpath/contracts/internal';
import type {
  CreatePaymentMethodRequest,
  ImportedMandate,
  PaymentMethodResponse,
} from '@towpath/contracts/payment-link';
import {
  DomainError,
  parseId,
  type CustomerAppId,
  type MandateId,
  type PaymentAccountId,
  type PaymentMethodId,
  type PaymentUserId,
} from '@towpath/kernel';
import { KeyedHash, Transactions, type AppTx } from '@towpath/persistence';
import {
  assertKeptIn,
  type ExternalAccount,
} from '../../parties/payment-accounts/external-account.js';
import { parseUserId } from '../../parties/payment-users/payment-user.js';
import { PaymentUsersService } from '../../parties/payment-users/payment-users.service.js';
import { ExternalAccountsReads } from '../../parties/payment-accounts/external-accounts.reads.js';
import { MandateDirectoryService } from '../mandate-directory/mandate-directory.service.js';
import { MandatePartiesReads } from '../mandate-parties/mandate-parties.reads.js';
import { MandateMethodsReads } from './mandate-methods.reads.js';

const TIME_CHARACTERS = 10;
const RANDOM_CHARACTERS = 16;

/** Stores mandates as payment methods. */
@Injectable()
export class MandateMethodsService {
  constructor(
    private readonly db: Transactions,
    private readonly users: PaymentUsersService,
    private readonly parties: MandatePartiesReads,
    private readonly externalAccounts: ExternalAccountsReads,
    private readonly hash: KeyedHash,
    private readonly directory: MandateDirectoryService,
    private readonly reads: MandateMethodsReads,
  ) {}

  /**
   * A direct debit authorization that a bank keeps already becomes a stored method of a user. Its
   * IDs follow from its content, so the same import again answers the method that it made.
   */
  async import(
    customerAppId: CustomerAppId,
    rawUserId: string,
    body: CreatePaymentMethodRequest,
  ): Promise<PaymentMethodResponse> {
    const userId = parseUserId(rawUserId);
    const { mandate } = body;
    if (!mandate) throw new Error('a mandate was checked to be there');
    const request = await this.db.forApp(customerAppId, (tx) =>
      this.requestOf(tx, userId, { ...body, mandate }),
    );
    // not always the one of these IDs: the bank's mandate may have been imported in other words
    const stored = await this.directory.import(request);
    const read = (tx: AppTx) => this.reads.bodies(tx, [stored]);
    const [listed] = await this.db.forApp(customerAppId, read, { readOnly: true });
    if (!listed) throw new Error(`the imported mandate ${request.mandate_id} does not exist`);
    return listed.body;
  }

  /** The mandate is cancelled at its service and its bank. False if no stored method is a mandate. */
  async cancel(customerAppId: CustomerAppId, paymentMethodId: PaymentMethodId): Promise<boolean> {
    const found = await this.directory.read(customerAppId, { paymentMethodId });
    const read = (tx: AppTx) => this.reads.stored(tx, found);
    const [mandate] = await this.db.forApp(customerAppId, read, { readOnly: true });
    if (!mandate) return false;
    if (mandate.status === 'CANCELLED') throw refused('The mandate is CANCELLED already.');
    try {
      await this.directory.cancel(customerAppId, mandate.mandate_id as MandateId);
    } catch (error) {
      const isRefused = error instanceof DomainError && error.code === 'INVALID_MANDATE_STATUS';
      throw isRefused ? refused(error.explanation) : error;
    }
    return true;
  }

  private async requestOf(
    tx: AppTx,
    userId: PaymentUserId,
    { mandate, integration_metadata }: CreatePaymentMethodRequest & { mandate: ImportedMandate },
  ): Promise<ImportMandateRequest> {
    const user = await this.users.lock(tx, userId);
    user.assertNotErased();
    const { mandate_details: details } = mandate;
    const recipient = await this.parties.recipient(tx, {
      recipient_account_id: mandate.recipient_account.account_id,
      currency: details.currency,
    });
    const account = await this.senderAccount(tx, userId, mandate.sender_account.account_id);
    assertKeptIn(account, details.currency);
    const content = JSON.stringify([userId, mandate, integration_metadata]);
    const { externalUserId, userType } = user.snapshot;
    return {
      customer_app_id: tx.customerApp.id,
      mandate_id: this.derivedId(tx, userId, `mandate ${content}`),
      payment_method_id: this.derivedId(tx, userId, `method ${content}`),
      user_id: userId,
      external_user_id: externalUserId,
      sender_type: userType ?? 'INDIVIDUAL',
      recipient_account_id: recipient.accountId,
      sender_account_id: account.accountId,
      institution_id: account.institutionId,
      live: tx.customerApp.type === 'LIVE',
      ...details,
      metadata: mandate.metadata,
      connector: recipient.debitConnector ?? undefined,
      ...bankOf(integration_metadata),
    };
  }

  private async senderAccount(
    tx: AppTx,
    userId: PaymentUserId,
    raw: string,
  ): Promise<ExternalAccount> {
    const id = parseId<PaymentAccountId>(raw);
    const account = id && (await this.externalAccounts.byId(tx, [id])).get(id);
    if (account?.userId === userId) return account;
    const explanation = 'mandate.sender_account.account_id is no external account of the user.';
    throw new DomainError('PAYMENT_ACCOUNT_NOT_FOUND', explanation);
  }

  /** A ULID with the time of the user's own, the same for the same content. */
  private derivedId(tx: AppTx, userId: PaymentUserId, value: string): string {
    const token = this.hash.tokenize({ customerAppId: tx.customerApp.id, value });
    const derived = token.slice(-RANDOM_CHARACTERS).toUpperCase();
    return userId.slice(0, TIME_CHARACTERS) + derived;
  }
}

function refused(explanation: string): DomainError {
  return new DomainError('INVALID_PAYMENT_METHOD_STATUS', explanation);
}

type KnownBank = Pick<
  ImportMandateRequest,
  'integration_id' | 'bank_mandate_id' | 'reference' | 'integration_metadata'
>;

function bankOf(metadata: CreatePaymentMethodRequest['integration_metadata']): KnownBank {
  if (!metadata) return {};
  const { integration_id: integrationId, gw3_metadata: block } = metadata;
  if (integrationId !== 'GW3') {
    throw new DomainError(
      'INVALID_REQUEST',
      'integration_metadata.integration_id must be GW3, the gateway that keeps mandates.',
    );
  }
  // without the authorization no bank to collect at is named
  if (!block) return {};
  return {
    integration_id: integrationId,
    bank_mandate_id: block.mandate_id,
    reference: block.reference,
    integration_metadata: { integration_id: integrationId, gw3_metadata: block },
  };
}
