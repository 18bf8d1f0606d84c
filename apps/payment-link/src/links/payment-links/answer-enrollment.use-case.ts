import { Injectable } from '@nestjs/common';
import { DomainError, type CustomerAppId, type PaymentLinkId } from '@towpath/kernel';
import { Transactions, WriteBatch } from '@towpath/persistence';
import { linkNotFound } from './payment-link.errors.js';
import { PaymentLinkRepository } from './persistence/payment-link.repository.js';
import { PaymentUsersService } from '../../parties/payment-users/payment-users.service.js';

interface EnrollmentAnswer {
  readonly customerAppId: CustomerAppId;
  readonly paymentLinkId: PaymentLinkId;
  readonly autopayConsent: boolean;
}

/** The payer answers the autopay screen of a link; the last answer before the link ends counts. */
@Injectable()
export class AnswerEnrollment {
  constructor(
    private readonly transactions: Transactions,
    private readonly links: PaymentLinkRepository,
    private readonly users: PaymentUsersService,
  ) {}

  execute({ customerAppId, paymentLinkId, autopayConsent }: EnrollmentAnswer): Promise<void> {
    return this.transactions.forApp(customerAppId, async (tx) => {
      const link = await this.links.lock(tx, { paymentLinkId });
      if (!link) throw linkNotFound();
      if (!link.asksForAutopay) {
        throw new DomainError('INVALID_REQUEST', 'The payment link asks for no autopay consent.');
      }
      link.answerAutopay(tx.now);
      const batch = new WriteBatch();
      this.links.save(batch, link, []);
      const { userId } = link.snapshot;
      await this.users.answerAutopay(tx, batch, { userId, autopayConsent });
      tx.write(batch);
    });
  }
}
