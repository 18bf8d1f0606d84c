import { Injectable } from '@nestjs/common';
import { embeddedError } from '@towpath/contracts';
import type {
  CardDetails,
  PaymentMethodIntegrationMetadata,
  PaymentMethodResponse,
  RiskData,
} from '@towpath/contracts/payment-link';
import { DomainError, parseId, type PaymentMethodId, type PaymentUserId } from '@towpath/kernel';
import { byKey, Encryption, type AppTx } from '@towpath/persistence';
import { CARD_TOKEN_KEY } from '../../persistence/key-purposes.js';
import { StoredCard } from './stored-card.js';
import { storedCards, type StoredCardRow } from './stored-card.table.js';
import {
  PaymentAccountsReads,
  recipientAccountBody,
} from '../../parties/payment-accounts/payment-accounts.reads.js';

/** Cards that payers agreed to store, as payment methods. */
@Injectable()
export class StoredCardsReads {
  constructor(
    private readonly encryption: Encryption,
    private readonly accounts: PaymentAccountsReads,
  ) {}

  async find(tx: AppTx, paymentMethodId: PaymentMethodId): Promise<StoredCard | null> {
    const row = await storedCards.find(tx, { paymentMethodId });
    return row && cardOf(row, this.encryption);
  }

  /** Newest first, in every status. */
  async ofUser(tx: AppTx, userId: PaymentUserId): Promise<StoredCard[]> {
    const found = await tx.query<{ row: unknown }>(
      byKey(`SELECT to_jsonb(m) AS row FROM payment_methods m
       WHERE customer_app_id = $1 AND user_id = $2
       ORDER BY created_at DESC, payment_method_id DESC`),
      [tx.customerApp.id, userId],
    );
    return storedCards.rows(found).map((row) => cardOf(row, this.encryption));
  }

  /** Newest first; only those that may be offered to this payer now, to pay with by one tap. */
  async offeredTo(
    tx: AppTx,
    payer: { readonly userId: PaymentUserId; readonly live: boolean },
  ): Promise<StoredCard[]> {
    const cards = await this.ofUser(tx, payer.userId);
    return cards.filter((card) => card.isOfferedTo(payer, tx.now));
  }

  /** Undefined when the app has no card with this ID. */
  async body(tx: AppTx, id: PaymentMethodId): Promise<PaymentMethodResponse | undefined> {
    const card = await this.find(tx, id);
    return card ? this.bodyOf(tx, card) : undefined;
  }

  /** Newest first, in every status. */
  async bodiesOfUser(tx: AppTx, userId: PaymentUserId): Promise<PaymentMethodResponse[]> {
    return this.bodies(tx, await this.ofUser(tx, userId));
  }

  async bodyOf(tx: AppTx, card: StoredCard): Promise<PaymentMethodResponse> {
    const [body] = await this.bodies(tx, [card]);
    if (!body) throw methodNotFound();
    return body;
  }

  /** Reads the accounts of a whole list at once. */
  private async bodies(tx: AppTx, cards: readonly StoredCard[]): Promise<PaymentMethodResponse[]> {
    const accounts = await this.accounts.byId(
      tx,
      cards.map(({ snapshot }) => snapshot.recipientAccountId),
    );
    return cards.map(({ snapshot }) => {
      const { recipientAccountId, failure, recurringPaymentMode } = snapshot;
      const account = accounts.get(recipientAccountId);
      return {
        payment_method_id: snapshot.paymentMethodId,
        payment_method_type: 'CARD',
        live: snapshot.live,
        card: {
          status: snapshot.status,
          card_details: {
            ...(snapshot.cardDetails as CardDetails | null),
            collection_entity_name: account?.legalEntityName ?? undefined,
            recurring_payment_mode: recurringPaymentMode ?? undefined,
          },
          error: failure ? embeddedError(failure.code, failure.explanation) : undefined,
          recipient_account: recipientAccountBody(recipientAccountId, account),
          risk_data: (snapshot.riskData as RiskData | null) ?? undefined,
          created_at: snapshot.createdAt.toISOString(),
          updated_at: snapshot.updatedAt.toISOString(),
        },
        integration_metadata:
          (snapshot.integrationMetadata as PaymentMethodIntegrationMetadata | null) ?? undefined,
      };
    });
  }
}

/** Opens what the row keeps sealed. */
export function cardOf(stored: StoredCardRow, encryption: Encryption): StoredCard {
  const { riskDataSealed: sealed, ...row } = stored;
  const context = riskDataContext(row.paymentMethodId);
  const riskData =
    sealed && (JSON.parse(encryption.decrypt(CARD_TOKEN_KEY, sealed, context)) as object);
  return StoredCard.restore({ ...row, riskData });
}

/** What the sealed data of a browser is bound to. */
export function riskDataContext(paymentMethodId: PaymentMethodId): string {
  return `payment_methods.risk_data_sealed ${paymentMethodId}`;
}

/** The same answer for a malformed, an unknown and another app's ID: none of them exists here. */
export function methodNotFound(): DomainError {
  return new DomainError('PAYMENT_METHOD_NOT_FOUND', 'No payment method has this ID.');
}

export function parseMethodId(raw: string): PaymentMethodId {
  const id = parseId<PaymentMethodId>(raw);
  if (!id) throw methodNotFound();
  return id;
}
