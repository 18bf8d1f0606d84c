import { Injectable } from '@nestjs/common';
import type { PaymentUserId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { PersonTraces } from '../../links/manual-transfers/domain/text-about-person.js';
import { FindSenderNames } from '../../links/payment-links/find-sender-names.query.js';
import { PaymentUsersService } from '../../parties/payment-users/payment-users.service.js';
import { ExternalAccountsReads } from '../../parties/payment-accounts/external-accounts.reads.js';

/** Collects what may name a payment user in texts, before the key of the user is destroyed. */
@Injectable()
export class FindPersonTraces {
  constructor(
    private readonly users: PaymentUsersService,
    private readonly findSenderNames: FindSenderNames,
    private readonly externalAccounts: ExternalAccountsReads,
  ) {}

  /** Nothing of an erased user. Locks the user, so that no account or name is added meanwhile. */
  async execute(tx: AppTx, userId: PaymentUserId): Promise<PersonTraces> {
    const { snapshot } = await this.users.lock(tx, userId);
    const { name, email, userDetails, formerNames = [] } = snapshot.personal;
    const details = userDetails?.flatMap(({ values = [] }) => values) ?? [];
    const senders = await this.findSenderNames.execute(tx, userId);
    const holders = await this.externalAccounts.holdersOf(tx, userId);
    return {
      names: [
        ...[name, email].filter((each) => each !== null),
        ...formerNames,
        ...details,
        ...senders,
        ...holders.map((holder) => holder.name),
      ],
      accountNumbers: holders.map(({ number }) => number?.number ?? ''),
    };
  }
}
