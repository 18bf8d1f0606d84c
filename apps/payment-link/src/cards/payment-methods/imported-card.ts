import type {
  CreatePaymentMethodRequest,
  ImportedIntegrationMetadata,
} from '@towpath/contracts/payment-link';
import { DomainError } from '@towpath/kernel';
import type { CardReport, StoredCardTerms } from './domain/stored-card.js';

/** A card that a gateway keeps already, as the customer app describes it. */
export interface ImportedCard {
  readonly recipientAccountId: string;
  readonly currency: string;
  /** The gateway of the card; null if the app did not name it. */
  readonly integrationId: string | null;
  readonly futurePayments: StoredCardTerms['futurePayments'];
  readonly report: CardReport;
}

/** Stores only the displayed part of `card_details`, without the first 6 digits. */
export function importedCardOf(body: CreatePaymentMethodRequest): ImportedCard {
  const { card, integration_metadata: metadata } = body;
  if (!card) throw new Error('a card was checked to be there');
  const { brand, last4, expiry_month, expiry_year, card_number_alias, country, funding, currency } =
    card.card_details;
  if (!/^\d{4}$/.test(last4)) throw invalid('card.card_details.last4 must be 4 digits');
  const shown = { brand, last4, expiry_month, expiry_year, card_number_alias, country, funding };
  const kept = metadata ? blockOf(metadata) : null;
  return {
    recipientAccountId: card.recipient_account.account_id,
    currency,
    integrationId: metadata?.integration_id ?? null,
    futurePayments: agreedTo(metadata),
    report: { cardDetails: plain(shown), integrationMetadata: kept && plain(kept), riskData: null },
  };
}

/** Only `GW1` reports what the payer agreed to. */
function agreedTo(metadata?: ImportedIntegrationMetadata): StoredCardTerms['futurePayments'] {
  if (metadata?.integration_id !== 'GW1') return null;
  const model = metadata.gw1_metadata?.recurring_processing_model;
  if (model === undefined) return null;
  return model === 'CardOnFile' ? 'CLICK_TO_PAY' : 'AUTOPAY';
}

function blockOf(metadata: ImportedIntegrationMetadata): object {
  const { integration_id: integrationId } = metadata;
  switch (integrationId) {
    case 'GW1':
      return { integration_id: integrationId, gw1_metadata: metadata.gw1_metadata };
    case 'GW2':
      return { integration_id: integrationId, gw2_metadata: metadata.gw2_metadata };
    case 'GW4':
      return { integration_id: integrationId, gw4_metadata: metadata.gw4_metadata };
    default:
      throw invalid('integration_metadata.integration_id must be of a gateway that keeps cards');
  }
}

/** As the database returns it: without classes and without absent members. */
function plain(value: object): object {
  return JSON.parse(JSON.stringify(value)) as object;
}

function invalid(explanation: string): DomainError {
  return new DomainError('INVALID_REQUEST', `${explanation}.`);
}
