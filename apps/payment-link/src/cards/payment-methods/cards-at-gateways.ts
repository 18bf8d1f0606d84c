import { Injectable } from '@nestjs/common';
import { DomainError } from '@towpath/kernel';
import { CardGatewayRegistry } from '../card-gateways/card-gateway-registry.js';
import {
  GatewayUnavailable,
  type AppsStoredCard,
  type CardGatewayConnector,
  type StoredCardStanding,
} from '../card-gateways/ports.js';
import type { ImportedCard } from './imported-card.js';

/** The member that names the card, by gateway. */
const NAMES: Readonly<Record<string, string>> = {
  GW1: 'gw1_metadata.payment_method_id',
  GW2: 'gw2_metadata.payment_token',
  GW4: 'gw4_metadata.payment_method.id',
};

interface AskedFor {
  readonly customerAppId: string;
  readonly appType: CardGatewayConnector['appType'];
}

/**
 * Asks the gateway whether it keeps a card for the app that imports it, so that no app can charge a
 * card of another app. A network call, never inside a transaction.
 */
@Injectable()
export class CardsAtGateways {
  constructor(private readonly gateways: CardGatewayRegistry) {}

  /**
   * Throws INVALID_REQUEST with the field that names the card, and SERVICE_UNAVAILABLE if the
   * gateway does not answer. A card without a gateway is never charged, so it needs no question.
   */
  async assertTheirs(
    { integrationId, report: { integrationMetadata } }: ImportedCard,
    { customerAppId, appType }: AskedFor,
  ): Promise<void> {
    if (integrationId === null || integrationMetadata === null) return;
    const gateway = this.gateways.find({ appType, integrationId });
    if (!gateway) {
      throw invalid('integration_metadata.integration_id must be of a gateway that is connected');
    }
    const standing = await standingAt(gateway, { customerAppId, integrationMetadata });
    if (standing === 'USABLE') return;
    const name = `integration_metadata.${NAMES[integrationId] ?? 'integration_id'}`;
    throw invalid(
      standing === 'EXPIRED'
        ? `${name} must name a card that has not expired`
        : `${name} must name a card that the gateway keeps for you`,
    );
  }
}

async function standingAt(
  gateway: CardGatewayConnector,
  card: AppsStoredCard,
): Promise<StoredCardStanding> {
  try {
    return await gateway.standingOf(card);
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error;
    throw new DomainError(
      'SERVICE_UNAVAILABLE',
      'The card gateway does not answer: import it again later.',
    );
  }
}

function invalid(explanation: string): DomainError {
  return new DomainError('INVALID_REQUEST', `${explanation}.`);
}
