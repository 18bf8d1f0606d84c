import { Injectable } from '@nestjs/common';
import { embeddedError } from '@towpath/contracts';
import type {
  CardDetails,
  PaymentMethodIntegrationMetadata,
  PaymentMethodResponse,
  RiskData,
} from '@towpath/contracts/payment-link';
import type { AppTx } from '@towpath/persistence';
import type { StoredCard } from './domain/stored-card.js';
import {
  PaymentAccountsReads,
  recipientAccountBody,
} from '../../parties/payment-accounts/payment-accounts.reads.js';

/** The public form of stored methods; it reads the accounts of a whole list at once. */
@Injectable()
export class PaymentMethodView {
  constructor(private readonly accounts: PaymentAccountsReads) {}

  async bodies(tx: AppTx, cards: readonly StoredCard[]): Promise<PaymentMethodResponse[]> {
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
