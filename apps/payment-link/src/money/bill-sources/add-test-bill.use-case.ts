import { Injectable } from '@nestjs/common';
import type { BillResponse } from '@towpath/contracts/payment-link';
import { DomainError, type CustomerAppId } from '@towpath/kernel';
import { BillingRegistry } from './connectors/billing-registry.js';
import { BillingUnavailable, TestBillingSystem } from './connectors/ports.js';
import { BillsService, type SourceBill } from '../bills/bills.service.js';

/**
 * Writes a bill into the simulated billing system, and reads it from there at once, like the
 * schedule. A refusal here is final.
 */
@Injectable()
export class AddTestBill {
  constructor(
    private readonly system: TestBillingSystem,
    private readonly systems: BillingRegistry,
    private readonly bills: BillsService,
  ) {}

  async execute(customerAppId: CustomerAppId, bill: SourceBill): Promise<BillResponse> {
    const { integrationId, externalBillId } = bill;
    try {
      await this.system.put(customerAppId, bill);
      const source = this.systems.find({ appType: 'TEST', integrationId });
      const found = await source?.find({ customerAppId, externalBillId });
      return await this.bills.receive(customerAppId, found ?? bill);
    } catch (error) {
      if (!(error instanceof BillingUnavailable)) throw error;
      throw new DomainError('SERVICE_UNAVAILABLE', 'The simulated billing system is away.');
    }
  }
}
