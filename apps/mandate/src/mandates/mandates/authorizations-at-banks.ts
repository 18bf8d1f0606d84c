import { Injectable } from '@nestjs/common';
import type { AppType } from '@towpath/contracts';
import type { ImportMandateRequest } from '@towpath/contracts/internal';
import { DomainError, parseId, type MandateBankStatus } from '@towpath/kernel';
import { DirectDebitRegistry } from '../../banks/direct-debit/direct-debit-registry.js';
import {
  BankUnavailable,
  isSimulated,
  type AppsReference,
  type DirectDebitConnector,
} from '../../banks/direct-debit/ports.js';

/**
 * Asks the bank whether it keeps an authorization for the app that imports it. No app can therefore
 * collect on the mandate of another app. A network call, never inside a transaction.
 */
@Injectable()
export class AuthorizationsAtBanks {
  constructor(private readonly banks: DirectDebitRegistry) {}

  /**
   * Mandates that we registered have our IDs as references. Nobody imports one, whether or not it
   * exists: the answer is the same. Throws INVALID_REQUEST.
   */
  assertNotOurs({ reference, bank_mandate_id: bankName }: ImportMandateRequest): void {
    const isOurs = (name?: string) => parseId(name?.trim().toUpperCase()) !== undefined;
    if (isOurs(reference) || isOurs(bankName)) throw notTheirs();
  }

  /** Throws INVALID_REQUEST, INVALID_MANDATE_STATUS, and SERVICE_UNAVAILABLE without an answer. */
  async assertTheirs(asked: ImportMandateRequest, appType: AppType): Promise<void> {
    const { integration_id: integrationId = null, customer_app_id: customerAppId } = asked;
    const reference = asked.reference ?? asked.bank_mandate_id;
    const bank = this.banks.find({ appType, integrationId });
    // Without a bank nothing is collected; one that nobody knows is refused by the import itself.
    if (!bank || reference === undefined) return;
    const bankStatus = await bankStatusAt(bank, { reference, customerAppId });
    // What is made up for a test stays chargeable by nobody: the simulated bank knows nothing of it.
    if (bankStatus === 'ACTIVE' || (bankStatus === 'NOT_SEEN' && isSimulated(bank))) return;
    if (bankStatus === 'NOT_SEEN') throw notTheirs();
    throw new DomainError(
      'INVALID_MANDATE_STATUS',
      `At the bank the authorization is ${bankStatus}.`,
    );
  }
}

function notTheirs(): DomainError {
  return new DomainError(
    'INVALID_REQUEST',
    'integration_metadata.gw3_metadata must name an authorization that the bank keeps for you.',
  );
}

async function bankStatusAt(
  bank: DirectDebitConnector,
  mandate: AppsReference,
): Promise<MandateBankStatus> {
  try {
    return (await bank.findMandate(mandate)).bankStatus;
  } catch (error) {
    if (!(error instanceof BankUnavailable)) throw error;
    throw new DomainError(
      'SERVICE_UNAVAILABLE',
      'The bank does not answer: import it again later.',
    );
  }
}
