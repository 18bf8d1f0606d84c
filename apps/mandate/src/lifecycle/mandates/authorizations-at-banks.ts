import { Injectable } from '@nestjs/common';
import type { AppType } from '@towpath/contracts';
import type { ImportMandateRequest } from '@towpath/contracts/internal';
import { DomainError } from '@towpath/kernel';
import { DirectDebitRegistry } from '../../banks/direct-debit/direct-debit-registry.js';
import {
  BankUnavailable,
  isSimulated,
  type DirectDebitConnector,
  type MandateStanding,
} from '../../banks/direct-debit/ports.js';

/**
 * Asks the bank whether it keeps an authorization for the app that imports it. No app can therefore
 * collect on the mandate of another app. A network call, never inside a transaction.
 */
@Injectable()
export class AuthorizationsAtBanks {
  constructor(private readonly banks: DirectDebitRegistry) {}

  /** Throws INVALID_REQUEST, INVALID_MANDATE_STATUS, and SERVICE_UNAVAILABLE without an answer. */
  async assertTheirs(asked: ImportMandateRequest, appType: AppType): Promise<void> {
    const { integration_id: integrationId = null, customer_app_id: customerAppId } = asked;
    const reference = asked.reference ?? asked.bank_mandate_id;
    const bank = this.banks.find({ appType, integrationId });
    // Without a bank nothing is collected; one that nobody knows is refused by the import itself.
    if (!bank || reference === undefined) return;
    const standing = await standingAt(bank, { reference, customerAppId });
    // What is made up for a test stays chargeable by nobody: the simulated bank knows nothing of it.
    if (standing === 'ACTIVE' || (standing === 'NOT_SEEN' && isSimulated(bank))) return;
    if (standing === 'OF_ANOTHER_APP' || standing === 'NOT_SEEN') {
      throw new DomainError(
        'INVALID_REQUEST',
        'integration_metadata.gw3_metadata must name an authorization that the bank keeps for you.',
      );
    }
    throw new DomainError(
      'INVALID_MANDATE_STATUS',
      `At the bank the authorization is ${standing}.`,
    );
  }
}

async function standingAt(
  bank: DirectDebitConnector,
  mandate: { readonly reference: string; readonly customerAppId: string },
): Promise<MandateStanding> {
  try {
    return await bank.standingOf(mandate);
  } catch (error) {
    if (!(error instanceof BankUnavailable)) throw error;
    throw new DomainError(
      'SERVICE_UNAVAILABLE',
      'The bank does not answer: import it again later.',
    );
  }
}
