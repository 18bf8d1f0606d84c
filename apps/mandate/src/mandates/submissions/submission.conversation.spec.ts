import type { MandateParties } from '@towpath/contracts/internal';
import { newId, type CustomerAppId } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import type { Transactions } from '@towpath/persistence';
import { DirectDebitRegistry } from '../../banks/direct-debit/direct-debit-registry.js';
import {
  BankUnavailable,
  MANDATE_NOT_SEEN,
  type DirectDebitConnector,
  type MandateRegistration,
} from '../../banks/direct-debit/ports.js';
import type { PartiesService } from '../parties/parties.service.js';
import { LINK_GONE, Mandate, type MandateTerms } from '../mandates/mandate.js';
import type { MandatesService } from '../mandates/mandates.service.js';
import { SubmissionConversation } from './submission.conversation.js';
import { Submission } from '../mandates/submission.js';

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
  maxTransactionAmount: null,
  maxPeriodAmount: null,
  maxPeriodCount: null,
  period: null,
  payerMaxAmount: null,
  paymentSchedule: null,
  description: null,
  metadata: null,
};
const ACCOUNT = {
  account_number: { type: 'LOCAL', number: '0123456789' },
  accountholder_name_plaintext: 'Chan Tai Man',
};
const BANK = { integration_id: 'GW3', connector: 'sandbox' };

let mandate: Mandate;
let submission: Submission;
beforeEach(() => {
  mandate = Mandate.create(terms, now);
  mandate.authorize(now);
  submission = Submission.of(terms, now);
});

/** What the bank, which has not seen it and does not answer, is sent; null for nothing. */
async function sent(parties: object): Promise<MandateRegistration | null> {
  let received: MandateRegistration | null = null;
  const bank = {
    appType: 'TEST',
    integrationId: 'GW3',
    connector: 'sandbox',
    findMandate: () => Promise.resolve(MANDATE_NOT_SEEN),
    register: (registration: MandateRegistration) => {
      received = registration;
      return Promise.reject(new BankUnavailable('GW3', { reason: 'time-out' }));
    },
  } as unknown as DirectDebitConnector;
  const conversation = new SubmissionConversation(
    {
      forApp: (_app: unknown, work: (tx: object) => unknown) => work({ now }),
    } as unknown as Transactions,
    { warn: () => undefined } as unknown as Logger,
    {
      submitted: () => Promise.resolve({ mandate, submission }),
      saveSubmitted: () => undefined,
    } as unknown as MandatesService,
    { of: () => Promise.resolve([parties as MandateParties]) } as unknown as PartiesService,
    new DirectDebitRegistry([bank]),
  );
  await conversation.start(customerAppId, terms.mandateId);
  return received;
}

const outcome = () => [mandate.status, mandate.snapshot.failure?.code];

describe('a mandate that is to be sent to its bank', () => {
  it('is sent to the bank of its settlement account', async () => {
    const registration = await sent({ ...BANK, sender_account: ACCOUNT });
    expect(registration).toMatchObject({ debtorName: 'Chan Tai Man' });
    const { integrationId, connector } = submission.snapshot;
    expect([mandate.status, integrationId, connector]).toEqual(['SUBMITTED', 'GW3', 'sandbox']);
  });

  it.each([
    [
      'the settlement account has no bank',
      { sender_account: ACCOUNT },
      'PAYMENT_ACCOUNT_NOT_FOUND',
    ],
    [
      'its bank is not connected',
      { ...BANK, integration_id: 'GW9', sender_account: ACCOUNT },
      'PAYMENT_ACCOUNT_NOT_FOUND',
    ],
    [
      'its settlement account names no connector',
      { integration_id: 'GW3', sender_account: ACCOUNT },
      'PAYMENT_ACCOUNT_NOT_FOUND',
    ],
    [
      'its connector is not there',
      { ...BANK, connector: 'acme', sender_account: ACCOUNT },
      'PAYMENT_ACCOUNT_NOT_FOUND',
    ],
    ['the account of the payer is gone', BANK, 'PAYMENT_ACCOUNT_NOT_FOUND'],
  ])('fails, and is not followed up, when %s', async (_, parties, code) => {
    expect(await sent(parties)).toBeNull();
    expect(outcome()).toEqual(['FAILED', code]);
    expect(submission.snapshot).toMatchObject({ sentAt: null, followUpAt: null });
  });

  it('ends as it was recalled, even when no bank is connected', async () => {
    submission.callBack(LINK_GONE);
    expect(await sent({ sender_account: ACCOUNT })).toBeNull();
    expect(outcome()).toEqual(['FAILED', 'INVALID_PAYMENT_LINK_STATUS']);
  });

  it('is left to its follow-up schedule when the bank may already have it', async () => {
    mandate.move('submit', now);
    submission.send({ integrationId: 'GW3', connector: 'sandbox' }, now);
    const { followUpAt } = submission.snapshot;
    expect(await sent({ sender_account: ACCOUNT })).toBeNull();
    const expected = ['SUBMITTED', undefined, followUpAt];
    expect([...outcome(), submission.snapshot.followUpAt]).toEqual(expected);
  });
});
