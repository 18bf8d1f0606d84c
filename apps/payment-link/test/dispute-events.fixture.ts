import type { DisputeEventPayload } from '@towpath/contracts';
import { newId, type DisputeId } from '@towpath/kernel';
import { KeptMoneyService } from '../src/money/kept-money/kept-money.service.js';
import type { TestCustomerApp, TestPaymentLink } from './payment-link.fixture.js';

/** A dispute as the events of its service tell it, each in the transaction of its consumer. */
export class PublishedDispute {
  readonly id = newId<DisputeId>(new Date());
  private sequence = 0;

  constructor(
    private readonly service: TestPaymentLink,
    private readonly app: TestCustomerApp,
    private readonly terms: Partial<DisputeEventPayload> & { readonly payment_id: string },
  ) {}

  async moves(...statuses: DisputeEventPayload['status'][]): Promise<void> {
    for (const status of statuses) {
      this.sequence += 1;
      const payload: DisputeEventPayload = {
        customer_app_id: this.app.id,
        occurred_at: '2026-03-02T08:15:30.250Z',
        dispute_id: this.id,
        previous_status: null,
        status,
        round: 1,
        amount: 12_500,
        currency: 'HKD',
        fee_amount: 1_500,
        last_event_name: 'CHARGEBACK',
        ...this.terms,
      };
      const keptMoney = this.service.app.get(KeptMoneyService, { strict: false });
      const { sequence } = this;
      await this.service.transactions.forApp(this.app.id, (tx) =>
        keptMoney.disputeMoved(tx, payload, sequence),
      );
    }
  }
}
