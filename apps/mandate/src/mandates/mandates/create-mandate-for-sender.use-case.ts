import { Injectable } from '@nestjs/common';
import type { MandateParties } from '@towpath/contracts/internal';
import type {
  CreatedMandateResponse,
  CreateMandateForSenderRequest,
} from '@towpath/contracts/mandate';
import { IdempotentAnswers, type IdempotentCall, type PreparedAnswer } from '@towpath/http';
import type { CustomerAppId, PaymentAccountId } from '@towpath/kernel';
import { Transactions, WriteBatch } from '@towpath/persistence';
import { Mandate } from './mandate.js';
import { createdMandateBody } from './mandate.view.js';
import { startMandate, termsOf, type StartedMandate } from './new-mandate.js';
import { PartyDirectory } from './party-directory.js';
import { MandateRepository } from './ports.js';

/** A mandate on an account of a payer that is known: who pays follows from the account. */
@Injectable()
export class CreateMandateForSender {
  constructor(
    private readonly transactions: Transactions,
    private readonly answers: IdempotentAnswers,
    private readonly mandates: MandateRepository,
    private readonly directory: PartyDirectory,
  ) {}

  execute(
    call: IdempotentCall,
    customerAppId: CustomerAppId,
    asked: CreateMandateForSenderRequest,
  ): Promise<PreparedAnswer> {
    return this.answers.inSteps<StartedMandate, CreatedMandateResponse>(call, {
      begin: (tx) => Promise.resolve(startMandate(tx, asked.mandate_details)),
      resume: async (started, claim) => {
        const parties = await this.partiesOf(customerAppId, asked);
        return this.transactions.forApp(customerAppId, async (tx) => {
          await tx.begun;
          const senderAccountId = asked.sender_account.account_id as PaymentAccountId;
          const terms = termsOf(tx, { asked, started, parties, senderAccountId });
          const mandate = Mandate.create(terms, tx.now);
          const institutionId = parties.sender_account?.institution_id ?? null;
          mandate.learn({ institutionId }, tx.now);
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
    customerAppId: CustomerAppId,
    asked: CreateMandateForSenderRequest,
  ): Promise<MandateParties> {
    return this.directory.ofAccount({
      customer_app_id: customerAppId,
      recipient_account_id: asked.recipient_account.account_id,
      sender_account_id: asked.sender_account.account_id,
      currency: asked.mandate_details.currency,
    });
  }
}
