import { Injectable } from '@nestjs/common';
import type { MandateResponse } from '@towpath/contracts/mandate';
import { DomainError, parseId, type CustomerAppId, type MandateId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { mandateBody } from './mandate.view.js';
import { PartyDirectory } from './party-directory.js';
import { MandateRepository } from './ports.js';

@Injectable()
export class GetMandate {
  constructor(
    private readonly transactions: Transactions,
    private readonly mandates: MandateRepository,
    private readonly directory: PartyDirectory,
  ) {}

  async execute(customerAppId: CustomerAppId, rawMandateId: string): Promise<MandateResponse> {
    const mandateId = parseId<MandateId>(rawMandateId);
    const found = mandateId
      ? await this.transactions.forApp(customerAppId, (tx) => this.mandates.find(tx, mandateId))
      : null;
    const [parties] = found ? await this.directory.of(customerAppId, [found.snapshot]) : [];
    // the same answer for a malformed, an unknown and another app's ID: none of them exists here
    if (!found || !parties) {
      throw new DomainError('MANDATE_NOT_FOUND', 'No mandate has this ID.');
    }
    return mandateBody(found.snapshot, parties);
  }
}
