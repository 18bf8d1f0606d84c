import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { ProcessorLedger, type ProcessorLedgerEntry } from './ports.js';

/** The books of the test processors about every payment of an app, sorted by payment. */
@Injectable()
export class ReadProcessorLedger {
  constructor(private readonly ledger: ProcessorLedger) {}

  execute(customerAppId: CustomerAppId): Promise<ProcessorLedgerEntry[]> {
    return this.ledger.read(customerAppId);
  }
}
