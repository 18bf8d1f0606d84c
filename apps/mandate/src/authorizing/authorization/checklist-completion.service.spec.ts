import { newId, type CustomerAppId, type PaymentAccountId } from '@towpath/kernel';
import type { Transactions } from '@towpath/persistence';
import type { DecisionsService } from '../../mandates/decisions/decisions.service.js';
import type { Mandate } from '../../mandates/mandates/mandate.js';
import type { PartiesService } from '../../mandates/parties/parties.service.js';
import type { AuthorizationsService } from './authorizations.service.js';
import { ChecklistCompletionService } from './checklist-completion.service.js';

const now = new Date('2026-03-15T12:00:00.000Z');
const customerAppId = newId<CustomerAppId>(now);

it('a bank is not asked about an account that the payer has replaced meanwhile', async () => {
  const account = (number: string) => ({
    accountId: newId<PaymentAccountId>(now),
    number,
    holder: 'Chan',
  });
  const learned: unknown[] = [];
  let secrets = { account: account('1'), consent: { givenAt: now.toISOString() } };
  const snapshot = { mandateId: newId(now), customerAppId, institutionId: 'testbank' };
  const mandate = {
    status: 'AUTHORIZING',
    snapshot: { ...snapshot, senderAccountId: null, userId: newId(now) },
    learn: (facts: unknown) => void learned.push(facts),
  } as unknown as Mandate;
  const found = () => Promise.resolve({ mandate, checklist: { isComplete: () => true }, secrets });
  const authorizations = { read: found, lock: found, save: () => Promise.resolve() };
  const asked: unknown[] = [];
  const completion = new ChecklistCompletionService(
    {
      forApp: (_app: unknown, work: (tx: object) => unknown) => work({ now }),
    } as unknown as Transactions,
    authorizations as unknown as AuthorizationsService,
    {
      keepSenderAccount: () => {
        secrets = { ...secrets, account: account('2') };
        return Promise.resolve();
      },
    } as unknown as PartiesService,
    { complete: (id: unknown) => void asked.push(id) } as unknown as DecisionsService,
  );
  await completion.complete(customerAppId, mandate.snapshot.mandateId);
  expect([learned, asked]).toEqual([[], []]);
});
