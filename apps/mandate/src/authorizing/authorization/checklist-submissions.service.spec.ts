import { newId, type CustomerAppId, type PaymentAccountId } from '@towpath/kernel';
import type { AppTx, CustomerAppViews, Transactions } from '@towpath/persistence';
import type { LoginGuesses } from '@towpath/service';
import { Mandate, type MandateTerms } from '../../mandates/mandates/mandate.js';
import type { ChecklistKeysService } from '../checklist-keys/checklist-keys.service.js';
import type { MandateSessionId } from '../sessions/session.table.js';
import type { Authorization, AuthorizationsService } from './authorizations.service.js';
import type { ChecklistCompletionService } from './checklist-completion.service.js';
import type { SubmittedItem } from './checklist-items.js';
import { Checklist } from '../../mandates/checklists/checklist.js';
import type { ChecklistSecrets } from '../../mandates/checklists/checklists.service.js';
import type { InstitutionLogins, LoginOutcome } from '../institutions/institution-login.js';
import { ChecklistSubmissionsService } from './checklist-submissions.service.js';

const now = new Date('2026-03-15T12:00:00.000Z');
const customerAppId = newId<CustomerAppId>(now);
const LOGIN = 'INSTITUTION_CREDENTIALS_LOGIN';
const terms: MandateTerms = {
  mandateId: newId(now),
  paymentMethodId: newId(now),
  customerAppId,
  live: false,
  userId: newId(now),
  externalUserId: 'customer-42',
  senderType: 'INDIVIDUAL',
  recipientAccountId: newId(now),
  senderAccountId: null,
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

let mandate: Mandate;
let secrets: ChecklistSecrets;
let submissions: ChecklistSubmissionsService;
beforeEach(() => {
  mandate = Mandate.create(terms, now);
  secrets = {};
  const checklist = Checklist.of({ ...terms, updatedAt: now });
  checklist.choose({ institutionId: 'testbank', name: 'Test Bank', loginMethod: LOGIN }, now);
  const session = { usedBy: 'CUSTOMER_APP', customizations: { countries: [] } };
  const authorizations = {
    lockFor: () => Promise.resolve({ mandate, checklist, secrets, session }),
    save: (_tx: AppTx, _found: Authorization, kept: ChecklistSecrets) => {
      secrets = kept;
      return Promise.resolve();
    },
  } as unknown as AuthorizationsService;
  const tx = { now, systemNow: now, customerApp: { id: customerAppId, name: 'Shop' } };
  const transactions = {
    forApp: (_app: CustomerAppId, work: (given: unknown) => unknown) => work(tx),
  } as unknown as Transactions;
  const apps = { get: () => Promise.resolve(undefined) } as unknown as CustomerAppViews;
  const guesses = { takeBack: () => Promise.resolve() } as unknown as LoginGuesses;
  submissions = new ChecklistSubmissionsService(
    transactions,
    apps,
    {} as ChecklistKeysService,
    authorizations,
    guesses,
    {} as InstitutionLogins,
    {} as ChecklistCompletionService,
  );
});

async function submit(item: SubmittedItem, outcome: LoginOutcome | null = null): Promise<void> {
  const { mandateId } = terms;
  await submissions.record({
    caller: { customerAppId, appType: 'TEST', mandateId, sessionId: newId<MandateSessionId>(now) },
    institutionId: 'testbank',
    items: [item],
    outcome,
    guess: undefined,
    address: null,
    userAgent: null,
  });
}

async function accountId(number: string, holder = 'Chan'): Promise<PaymentAccountId | undefined> {
  const value = { account_number: number, accountholder_name: holder };
  await submit({ type: 'ACCOUNT_IDENTIFICATION', name: LOGIN, path: 'items.0', value });
  return secrets.account?.accountId;
}

describe('the account that a payer names', () => {
  it('has the same ID however often the payer names it', async () => {
    const first = await accountId('0123456789');
    expect(first).toBeDefined();
    expect(await accountId('0123456789')).toBe(first);
  });

  // The one before may be kept elsewhere already: under its ID it would stay the one that pays.
  it.each([
    ['another number', '9876543210', 'Chan'],
    ['another holder', '0123456789', 'Wong'],
  ])('has another ID with %s', async (_, number, holder) => {
    const first = await accountId('0123456789');
    expect(await accountId(number, holder)).not.toBe(first);
    expect(secrets.account).toMatchObject({ number, holder });
  });
});

it('a second account of a mandate is refused, and stored nowhere', async () => {
  const first = await accountId('0123456789');
  mandate.learn({ senderAccountId: first ?? null }, now);
  const before = secrets;
  await expect(accountId('9876543210')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  expect(secrets).toBe(before);
});

it('a locked login ends the mandate, even when another tab has just been refused', async () => {
  const value = { user_id: 'user_locked', password: 'datagood' };
  const login = {
    type: 'ACCOUNTHOLDER_AUTHENTICATION',
    name: LOGIN,
    path: 'items.0',
    value,
  } as const;
  expect(mandate.status).toBe('AUTHORIZATION_REQUIRED');
  await expect(submit(login, 'LOCKED')).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
  expect(mandate.status).toBe('FAILED');
});

describe("the payer's own limit", () => {
  const agree = (payerMaxAmount: number | null) =>
    submit({
      type: 'ENDUSER_CONSENT',
      name: LOGIN,
      path: 'items.0',
      shown: null,
      payerMaxAmount,
    });

  it('is stored with the mandate, and removed by a consent without a limit', async () => {
    await agree(10_000);
    expect(mandate.snapshot.payerMaxAmount).toBe(10_000);
    await agree(5_000);
    expect(mandate.snapshot.payerMaxAmount).toBe(5_000);
    await agree(null);
    expect(mandate.snapshot.payerMaxAmount).toBeNull();
  });
});
