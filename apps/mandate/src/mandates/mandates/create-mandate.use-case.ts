import { Injectable } from '@nestjs/common';
import type { MandateParties } from '@towpath/contracts/internal';
import type { CreatedMandateResponse, CreateMandateRequest } from '@towpath/contracts/mandate';
import { IdempotentAnswers, type IdempotentCall, type PreparedAnswer } from '@towpath/http';
import { newId, type CustomerAppId, type PaymentUserId } from '@towpath/kernel';
import { Transactions, WriteBatch } from '@towpath/persistence';
import { Mandate } from './mandate.js';
import { createdMandateBody } from './mandate.view.js';
import { startMandate, termsOf, type StartedMandate } from './new-mandate.js';
import { PartyDirectory } from './party-directory.js';
import { MandateRepository } from './ports.js';

/** The IDs that a repeat must use after a crash. */
interface Started extends StartedMandate {
  readonly newUserId: PaymentUserId;
}

interface MandateOrder {
  readonly customerAppId: CustomerAppId;
  readonly asked: CreateMandateRequest;
}

/** Finds or creates the sender first; then one write contains the mandate and the stored answer. */
@Injectable()
export class CreateMandate {
  constructor(
    private readonly transactions: Transactions,
    private readonly answers: IdempotentAnswers,
    private readonly mandates: MandateRepository,
    private readonly directory: PartyDirectory,
  ) {}

  execute(call: IdempotentCall, order: MandateOrder): Promise<PreparedAnswer> {
    const { asked, customerAppId } = order;
    return this.answers.inSteps<Started, CreatedMandateResponse>(call, {
      begin: (tx) =>
        Promise.resolve({
          ...startMandate(tx, asked.mandate_details),
          newUserId: newId<PaymentUserId>(tx.systemNow),
        }),
      resume: async (started, claim) => {
        const parties = await this.partiesOf(order, started);
        return this.transactions.forApp(customerAppId, async (tx) => {
          await tx.begun;
          const { user_type: senderType } = asked.sender;
          const known = { asked, started, parties, senderType, senderAccountId: null };
          const mandate = Mandate.create(termsOf(tx, known), tx.now);
          const batch = new WriteBatch();
          this.mandates.save(batch, mandate);
          tx.write(batch);
          const body = createdMandateBody(mandate.snapshot, parties);
          await claim.finish(tx, body);
          return body;
        });
      },
    });
  }

  private partiesOf(
    { customerAppId, asked }: MandateOrder,
    { newUserId }: Started,
  ): Promise<MandateParties> {
    const { sender, recipient_account, mandate_details } = asked;
    return this.directory.ensure({
      ...sender,
      customer_app_id: customerAppId,
      recipient_account_id: recipient_account.account_id,
      currency: mandate_details.currency,
      new_user_id: newUserId,
      external_user_id: sender.external_user_id ?? newUserId,
    });
  }
}
