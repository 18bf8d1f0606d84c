import { randomBytes } from 'node:crypto';
import type { KeepSenderAccountRequest } from '@towpath/contracts/internal';
import { CallRefused, PeerUnavailable } from '@towpath/http';
import {
  DomainError,
  newId,
  type CustomerAppId,
  type MandateId,
  type PaymentAccountId,
} from '@towpath/kernel';
import {
  byValues,
  createPool,
  CustomerAppViews,
  Encryption,
  PersonalDataVault,
  KeyProvider,
  PgTransactions,
  type KeySet,
} from '@towpath/persistence';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import type { FactorType } from '../src/mandates/checklists/checklist.table.js';
import {
  AuthorizationsService,
  type Authorization,
} from '../src/authorizing/authorization/authorizations.service.js';
import { ChecklistCompletionService } from '../src/authorizing/authorization/checklist-completion.service.js';
import { FinishChecklistsJob } from '../src/authorizing/authorization/finish-checklists.job.js';
import { ChecklistsService } from '../src/mandates/checklists/checklists.service.js';
import { DirectDebitRegistry } from '../src/banks/direct-debit/direct-debit-registry.js';
import { HostedMandatesService } from '../src/authorizing/hosted/hosted-mandates.service.js';
import { LinkDraftsService } from '../src/authorizing/link-drafts/link-drafts.service.js';
import { ConsentsService } from '../src/mandates/consents/consents.service.js';
import { DecisionsService } from '../src/mandates/decisions/decisions.service.js';
import { MandatesReads } from '../src/mandates/mandates/mandates.reads.js';
import { MandatesService } from '../src/mandates/mandates/mandates.service.js';
import type { SubmissionConversation } from '../src/mandates/submissions/submission.conversation.js';
import type { PartiesService } from '../src/mandates/parties/parties.service.js';
import { mandateMigrations } from '../src/migrations/index.js';

class FixedKeys extends KeyProvider {
  private readonly set = { current: 'v1', keys: new Map([['v1', randomBytes(32)]]) };

  override keySet(): KeySet {
    return this.set;
  }
}

const now = new Date();
const FACTORS: readonly FactorType[] = [
  'ACCOUNT_IDENTIFICATION',
  'ENDUSER_CONSENT',
  'ACCOUNTHOLDER_AUTHENTICATION',
];
const BANK = {
  institutionId: 'testbank',
  name: 'Test Bank',
  loginMethod: 'INSTITUTION_CREDENTIALS_LOGIN',
} as const;
const THE_END = new Error('the process ended');

let database: TestDatabase;
let pools: ReturnType<typeof createPool>[];
let transactions: PgTransactions;
let views: CustomerAppViews;
let authorizations: AuthorizationsService;
let drafts: LinkDraftsService;
let vault: PersonalDataVault;
let checklists: ChecklistsService;
let mandates: MandatesService;
/** A collaborator that no step of this spec calls. */
const unused = {} as never;

/** What the other services hold: they outlive every process of ours. */
const accounts = new Map<string, KeepSenderAccountRequest>();
/** Where the process ends, or what it finds away; cleared for the process that comes after it. */
let faults: { keepAccount?: Error; afterAccount?: Error; pursue?: Error } = {};
/** What happens while a payment link is asked about its mandate. */
let meanwhile: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  database = await testDatabase('mandate', mandateMigrations);
  const appPool = createPool({ url: database.urls.app, name: 'finish-checklist' });
  const workerPool = createPool({ url: database.urls.worker, name: 'finish-checklist' });
  pools = [appPool, workerPool];
  transactions = new PgTransactions({ appPool, workerPool });
  views = new CustomerAppViews(appPool);
  const encryption = new Encryption(new FixedKeys());
  vault = new PersonalDataVault(encryption);
  checklists = new ChecklistsService(encryption, vault);
  const clock = { now: async () => new Date(), system: () => new Date() };
  mandates = new MandatesService(transactions, new ConsentsService(clock, vault), checklists);
  authorizations = new AuthorizationsService(transactions, mandates, checklists, unused, unused);
  drafts = new LinkDraftsService(transactions, mandates);
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database?.drop();
});
beforeEach(() => {
  accounts.clear();
  faults = {};
  meanwhile = async () => undefined;
});

/** The use case as a process that has just started has it. */
function newProcess() {
  // The bank has a job of its own; here it is the first thing that comes after the commit.
  const submissions = {
    start: async () => {
      if (faults.pursue) throw faults.pursue;
    },
  } as unknown as SubmissionConversation;
  const parties = {
    of: async () => [{}],
    isAwaited: async () => {
      await meanwhile();
      return true;
    },
    keepSenderAccount: async (account: KeepSenderAccountRequest) => {
      if (faults.keepAccount) throw faults.keepAccount;
      accounts.set(account.account_id, account);
      if (faults.afterAccount) throw faults.afterAccount;
    },
  } as unknown as PartiesService;
  const decisions = new DecisionsService(
    transactions,
    mandates,
    new MandatesReads(transactions, parties),
    submissions,
    parties,
    checklists,
    new DirectDebitRegistry([]),
  );
  const completion = new ChecklistCompletionService(
    transactions,
    authorizations,
    parties,
    decisions,
  );
  const job = new FinishChecklistsJob(transactions, completion);
  const pages = new HostedMandatesService(transactions, mandates, unused, unused);
  return { completion, job, decisions, pages };
}

/** An app of its own, whose clock shows so many seconds more than ours. */
async function clockAt(app: CustomerAppId, seconds: number): Promise<void> {
  await transactions.asWorker((tx) =>
    views.upsert(tx, {
      customerAppId: app,
      name: 'Harbour Books',
      appType: 'TEST',
      status: 'ENABLED',
      credentialGeneration: 1,
      clockOffsetMs: seconds * 1_000,
      clockFrozenAt: null,
      settings: {},
      sequence: seconds + 1,
    }),
  );
}

interface Waiting {
  readonly app: CustomerAppId;
  readonly id: MandateId;
  readonly accountId: PaymentAccountId;
}

/** A payment link asks for it. */
async function drafted(): Promise<Waiting> {
  const app = newId<CustomerAppId>(now);
  const id = newId<MandateId>(now);
  const accountId = newId<PaymentAccountId>(now);
  await clockAt(app, 0);
  await drafts.draft({
    customer_app_id: app,
    mandate_id: id,
    payment_link_id: newId(now),
    user_id: newId(now),
    external_user_id: 'customer-42',
    user_type: 'INDIVIDUAL',
    recipient_account_id: newId(now),
    live: false,
    currency: 'HKD',
    mandate_details: {},
    metadata: {},
  });
  return { app, id, accountId };
}

/** A payer has submitted everything, and that is committed. */
async function completed(): Promise<Waiting> {
  const waiting = await drafted();
  const { app, id, accountId } = waiting;
  await transactions.forApp(app, async (tx) => {
    const found = await authorizations.lock(tx, id);
    found.checklist.choose(BANK, tx.now);
    found.mandate.learn({ institutionId: 'testbank', senderType: 'INDIVIDUAL' }, tx.now);
    found.mandate.move('beginAuthorization', tx.now);
    for (const type of FACTORS) found.checklist.submit(type, { at: tx.now, by: 'CUSTOMER_APP' });
    await authorizations.save(tx, found, {
      account: { accountId, number: '0123456789', holder: 'Chan Tai Man' },
      consent: {
        givenThrough: 'CUSTOMER_APP',
        text: null,
        ipAddress: null,
        userAgent: null,
        givenAt: tx.now.toISOString(),
      },
    });
  });
  return waiting;
}

const read = ({ app, id }: Waiting) =>
  transactions.forApp(app, async (tx) => {
    const [row] = await tx.query<object>(
      byValues(`SELECT status, sender_account_id, c.sealed IS NOT NULL AS sealed,
         (SELECT count(*)::int FROM mandate_consents e WHERE e.mandate_id = m.mandate_id)
           AS consents,
         (SELECT count(*)::int FROM mandate_submissions s WHERE s.mandate_id = m.mandate_id)
           AS submissions
       FROM mandates m JOIN mandate_checklists c USING (customer_app_id, mandate_id)
       WHERE mandate_id = $1`),
      [id],
    );
    return row;
  });

const done = ({ accountId }: Waiting) => ({
  status: 'PROCESSING',
  sender_account_id: accountId,
  sealed: false,
  consents: 1,
  submissions: 1,
});

describe('a complete checklist whose process ends', () => {
  it.each([
    ['before anybody was asked', { keepAccount: THE_END }, { sealed: true, consents: 0 }],
    [
      'after the account was kept, before we knew it',
      { afterAccount: THE_END },
      { sealed: true, sender_account_id: null, consents: 0 },
    ],
    [
      'after the mandate was authorized, before its secrets were forgotten',
      { pursue: THE_END },
      { status: 'PROCESSING', sealed: true, consents: 1 },
    ],
  ])('%s, is completed once by the job', async (_, fault, between) => {
    const waiting = await completed();
    faults = fault;
    await expect(newProcess().completion.complete(waiting.app, waiting.id)).rejects.toThrow(
      THE_END,
    );
    expect(await read(waiting)).toMatchObject(between);
    faults = {};
    await clockAt(waiting.app, 11);
    expect(await newProcess().job.runDue(waiting.app)).toBe(1);
    expect(await read(waiting)).toEqual(done(waiting));
    expect([...accounts.keys()]).toEqual([waiting.accountId]);
    expect(await newProcess().job.runDue(waiting.app)).toBe(0);
    expect(await read(waiting)).toEqual(done(waiting));
  });

  it('stays with the process that works on it until it is due', async () => {
    const waiting = await completed();
    expect(await newProcess().job.runDue(waiting.app)).toBe(0);
    expect(await read(waiting)).toMatchObject({ status: 'AUTHORIZING', sealed: true });
    const due = await transactions.asWorker((tx) => newProcess().job.nextDue(tx, waiting.app));
    expect(due?.getTime()).toBeGreaterThan(now.getTime() + 9_000);
  });

  it('waits while payment-link is down, and is retried later', async () => {
    const waiting = await completed();
    faults = { keepAccount: new PeerUnavailable('payment-link', 'NOT_SENT', { reason: 'down' }) };
    await newProcess().completion.complete(waiting.app, waiting.id);
    await clockAt(waiting.app, 11);
    expect(await newProcess().job.runDue(waiting.app)).toBe(0);
    faults = {};
    expect(await newProcess().job.runDue(waiting.app)).toBe(0);
    expect(await read(waiting)).toMatchObject({ status: 'AUTHORIZING', sealed: true });
    await clockAt(waiting.app, 22);
    expect(await newProcess().job.runDue(waiting.app)).toBe(1);
    expect(await read(waiting)).toEqual(done(waiting));
  });

  it('fails permanently when its payer was erased meanwhile', async () => {
    const waiting = await completed();
    faults = { keepAccount: new DomainError('PAYMENT_USER_NOT_FOUND', 'no') };
    await newProcess().completion.complete(waiting.app, waiting.id);
    const [mandate] = await transactions.forApp(waiting.app, (tx) =>
      tx.query<object>(byValues('SELECT status, failure FROM mandates WHERE mandate_id = $1'), [
        waiting.id,
      ]),
    );
    expect(mandate).toMatchObject({
      status: 'FAILED',
      failure: { code: 'PAYMENT_USER_NOT_FOUND' },
    });
    expect(await read(waiting)).toMatchObject({ sealed: false, consents: 0, submissions: 0 });
    await clockAt(waiting.app, 3_600);
    expect(await newProcess().job.runDue(waiting.app)).toBe(0);
  });

  it('is retried less and less often while it is refused like a defect of ours', async () => {
    const waiting = await completed();
    const refusal = new DomainError('INVALID_REQUEST', 'no');
    faults = { keepAccount: new CallRefused('payment-link', 400, refusal) };
    const next = () => transactions.asWorker((tx) => newProcess().job.nextDue(tx, waiting.app));
    const waits: number[] = [];
    for (const seconds of [11, 600, 86_400]) {
      await clockAt(waiting.app, seconds);
      await expect(newProcess().job.runDue(waiting.app)).rejects.toThrow('refused the call');
      const { now: at } = await transactions.forApp(waiting.app, (tx) => Promise.resolve(tx));
      waits.push(Math.round((((await next())?.getTime() ?? 0) - at.getTime()) / 1_000));
    }
    expect(waits[0]).toBe(10);
    expect(waits[1]).toBeGreaterThanOrEqual(299);
    expect(waits[2]).toBe(3_600);
    expect(await read(waiting)).toMatchObject({ status: 'AUTHORIZING', sealed: true });
  });
});

describe('a complete checklist whose mandate ends or goes on elsewhere', () => {
  it('is emptied by the transaction that ends the mandate', async () => {
    const waiting = await completed();
    const { job } = newProcess();
    await transactions.forApp(waiting.app, async (tx) => {
      await mandates.abandon(tx, waiting.id, { reason: null });
    });
    expect(await read(waiting)).toMatchObject({ status: 'CLOSED', sealed: false, consents: 0 });
    await clockAt(waiting.app, 11);
    expect(await job.runDue(waiting.app)).toBe(0);
  });

  it('is still completed when its payer leaves too late', async () => {
    const waiting = await completed();
    const { completion, pages } = newProcess();
    await completion.complete(waiting.app, waiting.id);
    const caller = { customerAppId: waiting.app, mandateId: waiting.id };
    await pages.leave(caller as Parameters<HostedMandatesService['leave']>[0]);
    expect(await read(waiting)).toEqual(done(waiting));
  });

  it('is not sent to the bank when it is abandoned while its link is asked', async () => {
    const waiting = await completed();
    const { completion } = newProcess();
    meanwhile = async () => {
      await transactions.forApp(waiting.app, (tx) =>
        mandates.abandon(tx, waiting.id, { reason: null }),
      );
    };
    await completion.complete(waiting.app, waiting.id);
    expect(await read(waiting)).toMatchObject({ status: 'CLOSED', submissions: 0, consents: 0 });
  });
});

describe('an authorization by the customer app', () => {
  it.each([
    ['chose a bank', false],
    ['began', true],
  ])('has no effect once the payer %s, however late that is known', async (_, begins) => {
    const waiting = await drafted();
    const { app, id, accountId } = waiting;
    const move = (step: (found: Authorization, at: Date) => void) =>
      transactions.forApp(app, async (tx) => {
        const found = await authorizations.lock(tx, id);
        step(found, tx.now);
        await authorizations.save(tx, found, {});
      });
    await move(({ mandate }, at) => mandate.learn({ senderAccountId: accountId }, at));
    meanwhile = () =>
      move(({ mandate, checklist }, at) => {
        checklist.choose(BANK, at);
        if (begins) mandate.move('beginAuthorization', at);
      });
    const said = newProcess().decisions.state(app, id, true);
    await expect(said).rejects.toMatchObject({ code: 'INVALID_MANDATE_STATUS' });
    expect(await read(waiting)).toMatchObject({ submissions: 0, consents: 0 });
  });
});
