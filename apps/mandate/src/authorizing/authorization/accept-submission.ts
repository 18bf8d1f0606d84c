import { Injectable } from '@nestjs/common';
import { DomainError } from '@towpath/kernel';
import { CustomerAppViews, Transactions } from '@towpath/persistence';
import { assertAuthorizable } from '../../lifecycle/mandates/assert-authorizable.js';
import { MandateSessionRepository } from '../sessions/ports.js';
import { sessionOf, type SessionCaller } from '../sessions/session-caller.js';
import { contextOf } from './checklist.view.js';
import { assertShown } from './consent-text.js';
import { LockedChecklists } from './locked-checklist.js';
import type { OpenedSubmission } from './open-submission.js';
import { merchantOf } from './merchant.js';
import { assertPayerMax } from './payer-max.js';
import { ChecklistRepository } from './persistence/checklist.repository.js';

/** Checks a submission against the checklist; from here on its payload is used up. */
@Injectable()
export class AcceptSubmission {
  constructor(
    private readonly transactions: Transactions,
    private readonly locked: LockedChecklists,
    private readonly checklists: ChecklistRepository,
    private readonly sessions: MandateSessionRepository,
    private readonly apps: CustomerAppViews,
  ) {}

  /** The institution that it is for. */
  async execute(caller: SessionCaller, { items, digest }: OpenedSubmission): Promise<string> {
    const app = await this.apps.get(caller.customerAppId);
    return this.transactions.forApp(caller.customerAppId, async (tx) => {
      const found = await this.locked.lock(tx, caller.mandateId);
      const session = await sessionOf(tx, this.sessions, caller);
      const { mandate, checklist, secrets } = found;
      assertAuthorizable(mandate);
      const context = contextOf(mandate.snapshot);
      const { name } = tx.customerApp;
      const merchant = merchantOf({ name, settings: app?.settings ?? {} }).display_name;
      for (const item of items) {
        checklist.assertAccepts(item, context);
        if (item.type !== 'ENDUSER_CONSENT') continue;
        assertShown(item.shown, { mandate: mandate.snapshot, checklist, session, merchant });
        assertPayerMax(item, mandate.snapshot);
      }
      const { institution } = checklist.snapshot;
      if (!institution) throw new Error('an item was accepted without an institution');
      if (!(await this.checklists.takePayload(tx, digest))) {
        throw new DomainError(
          'INVALID_ENCRYPTED_PAYLOAD',
          'It was submitted before: encrypt with a new key each time.',
        );
      }
      if (mandate.can('beginAuthorization')) mandate.beginAuthorization(tx.now);
      await this.locked.save(tx, found, secrets);
      return institution.institutionId;
    });
  }
}
