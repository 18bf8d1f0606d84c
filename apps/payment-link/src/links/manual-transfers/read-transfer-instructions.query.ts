import { Injectable } from '@nestjs/common';
import type {
  HostedReturnedTransfer,
  HostedTransferInstructions,
} from '@towpath/contracts/payment-link';
import type { AppTx } from '@towpath/persistence';
import type { PaymentAttempt } from '../payment-links/domain/payment-attempt.js';
import type { PaymentLink } from '../payment-links/domain/payment-link.js';
import { groupedReference, transferReference } from '../payment-links/domain/transfer-reference.js';
import { IncomingTransferRepository } from './persistence/incoming-transfer.repository.js';
import type { ReturnedTransfer } from './ports.js';
import { PaymentAccountsReads } from '../../parties/payment-accounts/payment-accounts.reads.js';

/** What a payer needs for the transfer, and the state of a returned transfer. */
@Injectable()
export class ReadTransferInstructions {
  constructor(
    private readonly accounts: PaymentAccountsReads,
    private readonly transfers: IncomingTransferRepository,
  ) {}

  /** Null unless the link waits for a transfer. */
  async execute(
    tx: AppTx,
    link: PaymentLink,
    attempt: PaymentAttempt | null,
  ): Promise<HostedTransferInstructions | null> {
    await tx.begun;
    if (!attempt || !link.awaitsTransfer(attempt, tx.now)) return null;
    const { recipientAccountId, paymentId } = attempt.snapshot;
    const account = (await this.accounts.byId(tx, [recipientAccountId])).get(recipientAccountId);
    const returned = paymentId && (await this.transfers.latestReturned(tx, paymentId));
    return {
      recipient_name: account?.legalEntityName ?? tx.customerApp.name,
      account_number: account?.reference ?? recipientAccountId,
      reference: groupedReference(transferReference(link.id)),
      returned: returned ? shown(returned) : undefined,
    };
  }
}

function shown({ amount, currency, cause }: ReturnedTransfer): HostedReturnedTransfer | undefined {
  if (cause !== 'TOO_LITTLE' && cause !== 'OTHER_CURRENCY') return undefined;
  return { amount, currency, cause };
}
