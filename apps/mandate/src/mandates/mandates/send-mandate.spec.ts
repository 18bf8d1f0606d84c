import type { MandateParties } from '@towpath/contracts/internal';
import { newId, type CustomerAppId } from '@towpath/kernel';
import type { Transactions } from '@towpath/persistence';
import { DirectDebitRegistry } from '../../banks/direct-debit/direct-debit-registry.js';
import type { DirectDebitConnector } from '../../banks/direct-debit/ports.js';
import { Mandate, type MandateTerms } from './mandate.js';
import type { PartyDirectory } from './party-directory.js';
import { LINK_GONE } from './mandate-failures.js';
import { Submission } from './submission.js';
import type { LockedSubmissions } from './locked-submission.js';
import { SendMandate } from './send-mandate.js';

const now = new Date('2026-03-15T12:00:00.000Z');
const customerAppId = newId<CustomerAppId>(now);
const terms: MandateTerms = {
  mandateId: newId(now),
  paymentMethodId: newId(now),
  customerAppId,
  live: false,
  userId: newId(now),
  externalUserId: 'customer-42',
  senderType: 'INDIVIDUAL',
  recipientAccountId: newId(now),
  senderAccountId: newId(now),
  paymentLinkId: null,
  currency: 'HKD',
  startDate: '2026-03-15',
  endDate: null,
  limits: null,
  payerMaxAmount: null,
  paymentSchedule: null,
  description: null,
  metadata: null,
};
const GW3 = { appType: 'TEST', integrationId: 'GW3' } as DirectDebitConnector;
const ACCOUNT = {
  account_number: { type: 'LOCAL', number: '0123456789' },
  accountholder_name_plaintext: 'Chan Tai Man',
};

let mandate: Mandate;
let submission: Submission;
beforeEach(() => {
  mandate = Mandate.create(terms, now);
  mandate.authorize(now);
  submission = Submission.plan(terms, { now, followUpAt: now });
});

const prepared = (parties: object) =>
  new SendMandate(
    {
      forApp: (_app: unknown, work: (tx: object) => unknown) => work({ now }),
    } as unknown as Transactions,
    {
      lock: () => Promise.resolve({ mandate, submission }),
      save: () => Promise.resolve(),
    } as unknown as LockedSubmissions,
    { of: () => Promise.resolve([parties as MandateParties]) } as unknown as PartyDirectory,
    new DirectDebitRegistry([GW3]),
  ).prepare(customerAppId, mandate.snapshot);

const outcome = () => [mandate.status, mandate.snapshot.failure?.code];

describe('a mandate that is to be sent to its bank', () => {
  it('is sent to the bank of its settlement account', async () => {
    const sent = await prepared({ integration_id: 'GW3', sender_account: ACCOUNT });
    expect(sent).toMatchObject({
      integrationId: 'GW3',
      registration: { debtorName: 'Chan Tai Man' },
    });
    expect([mandate.status, submission.snapshot.integrationId]).toEqual(['SUBMITTED', 'GW3']);
  });

  it.each([
    [
      'the settlement account has no bank',
      { sender_account: ACCOUNT },
      'PAYMENT_ACCOUNT_NOT_FOUND',
    ],
    [
      'its bank is not connected',
      { integration_id: 'GW9', sender_account: ACCOUNT },
      'PAYMENT_ACCOUNT_NOT_FOUND',
    ],
    ['the account of the payer is gone', { integration_id: 'GW3' }, 'PAYMENT_ACCOUNT_NOT_FOUND'],
  ])('fails, and is not followed up, when %s', async (_, parties, code) => {
    expect(await prepared(parties)).toBeNull();
    expect(outcome()).toEqual(['FAILED', code]);
    expect(submission.snapshot).toMatchObject({ sentAt: null, followUpAt: null });
  });

  it('ends as it was recalled, even when no bank is connected', async () => {
    submission.callBack(LINK_GONE);
    expect(await prepared({ sender_account: ACCOUNT })).toBeNull();
    expect(outcome()).toEqual(['FAILED', 'INVALID_PAYMENT_LINK_STATUS']);
  });

  it('is left to its follow-up schedule when the bank may already have it', async () => {
    mandate.submit(now);
    submission.send('GW3', { now, followUpAt: now });
    expect(await prepared({ sender_account: ACCOUNT })).toBeNull();
    expect([...outcome(), submission.snapshot.followUpAt]).toEqual(['SUBMITTED', undefined, now]);
  });
});
