import {
  DEFAULT_ENDPOINT,
  GatewayCredentials,
  StripeClient,
  type EndpointSecret,
  type GatewayCredential,
} from '@towpath/http';
import { newId, type CustomerAppId } from '@towpath/kernel';
import { Metrics, silentLogger } from '@towpath/observability';
import { SANDBOX_START_MS } from '@towpath/testing';
import type { ReportedDispute } from '../src/disputes/dispute.table.js';
import { ProcessorRefused, ProcessorUnavailable } from '../src/processors/ports.js';
import { StripeProcessor, StripeSilent } from '../src/processors/stripe/stripe-processor.js';
import {
  CHARGEBACK,
  INQUIRY,
  signedEvent,
  StripeMerchant,
  WEBHOOK_SECRET,
} from './stripe-merchant.fixture.js';

const HOUR_MS = 3_600_000;
const PDF = Buffer.from('%PDF-1.7 evidence');

class OneAccount extends GatewayCredentials {
  constructor(readonly merchant: StripeMerchant) {
    super();
  }

  override of(): Promise<GatewayCredential> {
    const endpoints = [{ endpointId: DEFAULT_ENDPOINT, secrets: [WEBHOOK_SECRET] }];
    const { secretKey, publishableKey } = this.merchant;
    return Promise.resolve({
      ...{ secretKey, publishableKey, endpoints },
      ...{ gatewayAccount: null, live: false },
    });
  }

  override endpoint(): Promise<EndpointSecret[]> {
    return Promise.resolve([{ customerAppId: null, secret: WEBHOOK_SECRET, live: false }]);
  }
}

let merchant: StripeMerchant;
let processor: StripeProcessor;
let customerAppId: CustomerAppId;
/** Real time, and what a test adds to it. */
let aheadMs: number;
let alarms: Metrics;

beforeEach(async () => {
  merchant = await StripeMerchant.open();
  customerAppId = newId<CustomerAppId>(new Date());
  aheadMs = 0;
  alarms = new Metrics('dispute');
  processor = processorAt(merchant.url);
}, SANDBOX_START_MS);

function processorAt(apiUrl: string): StripeProcessor {
  const client = new StripeClient({
    appType: 'TEST',
    apiUrl,
    credentials: new OneAccount(merchant),
    clock: { system: () => new Date(Date.now() + aheadMs) },
    logger: silentLogger(),
    metrics: alarms,
    Unavailable: StripeSilent,
  });
  return new StripeProcessor(client);
}

const keyOf = (processorReference: string, gatewayAccount: string | null = null) => ({
  processorReference,
  customerAppId,
  gatewayAccount,
});
const contested = (card: string) => merchant.contested(customerAppId, card);
const submissions = async (id: string, account?: string) =>
  (await merchant.dispute(id, account)).evidence_details.submission_count;

async function found(id: string): Promise<ReportedDispute['report']> {
  const reported = await processor.find(keyOf(id));
  if (!reported) throw new Error(`${id} is not found`);
  return reported.report;
}

async function* documents(count: number) {
  for (let index = 0; index < count; index += 1)
    yield await Promise.resolve({
      digest: String(index),
      mediaType: 'application/pdf',
      content: PDF,
    });
}

const evidence = (digest: string, count = 1) => ({ digest, documents: documents(count) });

async function listed(app = customerAppId, ...gatewayAccounts: string[]): Promise<string[]> {
  const open: string[] = [];
  const accounts = { customerAppId: app, gatewayAccounts: [null, ...gatewayAccounts] };
  for await (const each of processor.listOpen(accounts)) open.push(each.processorReference);
  return open;
}

describe('disputes at Stripe', () => {
  it('are found with their money, fee and deadline', async () => {
    const id = await contested(CHARGEBACK);
    expect(await processor.find(keyOf(id))).toMatchObject({
      processorReference: id,
      gatewayReference: expect.stringMatching(/^pi_/) as string,
      report: {
        round: 1,
        status: 'ACTION_REQUIRED',
        eventName: 'CHARGEBACK',
        amount: 12_345,
        currency: 'HKD',
        feeAmount: 1_500,
        isDefendable: true,
        code: '10.4',
        reason: 'fraudulent',
        processorStatus: 'needs_response',
      },
    });
    expect(await processor.find(keyOf('du_unknown'))).toBeNull();
    expect(await listed()).toEqual([id]);
    expect(await listed(newId<CustomerAppId>(new Date()))).toEqual([]);
  });

  it('hold no money while the bank only asks, and are never lost then', async () => {
    const id = await contested(INQUIRY);
    const asked = await found(id);
    expect(asked).toMatchObject({ round: 0, eventName: 'INQUIRY', amount: 0, feeAmount: 0 });
    await merchant.decide(id, 'needs_response');
    const grown = await found(id);
    expect(grown).toMatchObject({ round: 1, eventName: 'CHARGEBACK', amount: 12_345 });
    expect(grown.position).toBeGreaterThan(asked.position);
    const other = await contested(INQUIRY);
    await merchant.decide(other, 'warning_closed');
    expect(await found(other)).toMatchObject({ status: 'WON', amount: 0 });
    const left = await contested(INQUIRY);
    await processor.accept(keyOf(left));
    expect(await found(left)).toMatchObject({ status: 'ACCEPTED', amount: 0 });
  });

  it.each([
    ['won', 'WON'],
    ['lost', 'LOST'],
    ['prevented', 'WON'],
  ])('that are %s are %s', async (status, ours) => {
    const id = await contested(CHARGEBACK);
    await merchant.decide(id, status);
    expect((await found(id)).status).toBe(ours);
    expect(await listed()).toEqual([]);
  });

  it('without a deadline cannot be defended', async () => {
    const { latest_charge: charge } = await merchant.pay(customerAppId);
    const opened = { charge, kind: 'chargeback', defendable: false };
    const { id } = await merchant.control<{ id: string }>('dispute', opened);
    expect(await found(id)).toMatchObject({ status: 'UNDEFENDED', isDefendable: false });
    await expect(processor.submitEvidence(keyOf(id), evidence('one'))).rejects.toThrow(
      ProcessorRefused,
    );
  });

  it('take evidence once, however often it is sent, and no other', async () => {
    const id = await contested(CHARGEBACK);
    const send = (digest: string) => processor.submitEvidence(keyOf(id), evidence(digest, 2));
    expect((await send('one')).report.status).toBe('PROCESSING');
    expect((await send('one')).report.status).toBe('PROCESSING');
    await expect(send('two')).rejects.toThrow(ProcessorRefused);
    expect(await submissions(id)).toBe(1);
    const { evidence: kept } = await merchant.dispute(id);
    expect(kept['uncategorized_file']).toMatch(/^file_/);
    expect(kept['service_documentation']).toMatch(/^file_/);
  });

  it.each([
    ['the draft', 1, 0],
    ['the submission', 2, 1],
  ])('are submitted once when the answer to %s is lost', async (_what, lost, submitted) => {
    const id = await contested(CHARGEBACK);
    const send = () => processor.submitEvidence(keyOf(id), evidence('one'));
    await merchant.fault('POST disputes/*', 'lost', lost);
    for (let time = 0; time < lost; time += 1)
      await expect(send()).rejects.toThrow(ProcessorUnavailable);
    expect(await submissions(id)).toBe(submitted);
    expect((await send()).report.status).toBe('PROCESSING');
    expect(await submissions(id)).toBe(1);
  });

  it('are submitted an hour after an error that Stripe repeats under its key', async () => {
    const id = await contested(CHARGEBACK);
    const send = () => processor.submitEvidence(keyOf(id), evidence('one'));
    await merchant.fault('POST disputes/*', 'lost');
    await expect(send()).rejects.toThrow(ProcessorUnavailable);
    await merchant.fault('POST disputes/*', 'before');
    for (let time = 0; time < 2; time += 1)
      await expect(send()).rejects.toThrow(ProcessorUnavailable);
    expect(await submissions(id)).toBe(0);
    aheadMs = HOUR_MS;
    expect((await send()).report.status).toBe('PROCESSING');
    expect(await submissions(id)).toBe(1);
  });

  it('take other evidence for the chargeback that follows an inquiry', async () => {
    const id = await contested(INQUIRY);
    const send = (digest: string, files: number) =>
      processor.submitEvidence(keyOf(id), evidence(digest, files));
    expect((await send('inquiry', 2)).report).toMatchObject({ status: 'PROCESSING', round: 0 });
    await merchant.decide(id, 'needs_response');
    const { report } = await send('chargeback', 1);
    expect(report).toMatchObject({ status: 'PROCESSING', round: 1, amount: 12_345 });
    expect(await submissions(id)).toBe(2);
    // Nothing of the inquiry is sent again.
    const { evidence: kept } = await merchant.dispute(id);
    expect(Object.values(kept).filter((file) => /^file_/.test(String(file)))).toHaveLength(1);
  });

  it('that were lost take an appeal with evidence of its own, and can be won then', async () => {
    const id = await contested(CHARGEBACK);
    await processor.submitEvidence(keyOf(id), evidence('first'));
    await merchant.decide(id, 'lost');
    const lost = await found(id);
    await merchant.decide(id, 'appeal_needs_response');
    const appeal = { status: 'ACTION_REQUIRED', round: 2, eventName: 'APPEAL', amount: 12_345 };
    expect(await found(id)).toMatchObject(appeal);
    const send = () => processor.submitEvidence(keyOf(id), evidence('appeal'));
    expect((await send()).report).toMatchObject({ status: 'PROCESSING', round: 2 });
    expect((await send()).report.status).toBe('PROCESSING');
    expect(await submissions(id)).toBe(2);
    const file = expect.stringMatching(/^file_/) as string;
    const kept = { appeal: { card: { supporting_files: [file] } } };
    expect((await merchant.dispute(id)).evidence).toMatchObject(kept);
    await merchant.decide(id, 'won');
    const won = await found(id);
    expect(won).toMatchObject({ status: 'WON', round: 2 });
    expect(won.position).toBeGreaterThan(lost.position);
  });

  it('of a connected account are asked for and answered there', async () => {
    const berlin = `${merchant.account}Berlin`;
    const opened = () => merchant.contested(customerAppId, CHARGEBACK, berlin);
    const [id, other] = [await opened(), await opened()];
    expect(await processor.find(keyOf(id))).toBeNull();
    expect((await processor.find(keyOf(id, berlin)))?.report.status).toBe('ACTION_REQUIRED');
    expect(await listed()).toEqual([]);
    expect((await listed(customerAppId, berlin, berlin)).toSorted()).toEqual(
      [id, other].toSorted(),
    );
    await processor.submitEvidence(keyOf(id, berlin), evidence('one'));
    expect(await submissions(id, berlin)).toBe(1);
    await processor.accept(keyOf(other, berlin));
    expect((await merchant.dispute(other, berlin)).status).toBe('lost');
    const paris = processor.accept(keyOf(other, 'acct_ofNobody'));
    await expect(paris).rejects.toThrow(ProcessorUnavailable);
  });

  it('are accepted once, which differs from a loss', async () => {
    const id = await contested(CHARGEBACK);
    expect((await processor.accept(keyOf(id))).report.status).toBe('ACCEPTED');
    expect((await processor.accept(keyOf(id))).report.status).toBe('ACCEPTED');
    expect((await found(id)).status).toBe('ACCEPTED');
    await expect(processor.submitEvidence(keyOf(id), evidence('late'))).rejects.toThrow(
      ProcessorRefused,
    );
  });

  it.each([
    ['the mark', 'POST disputes/*'],
    ['the acceptance', 'POST disputes/*/close'],
  ])('are accepted when the answer to %s is lost', async (_what, path) => {
    const id = await contested(CHARGEBACK);
    await merchant.fault(path, 'lost');
    await expect(processor.accept(keyOf(id))).rejects.toThrow(ProcessorUnavailable);
    expect((await processor.accept(keyOf(id))).report.status).toBe('ACCEPTED');
    expect((await found(id)).status).toBe('ACCEPTED');
  });

  it('that the bank decides already are not accepted, and a loss stays a loss', async () => {
    const id = await contested(CHARGEBACK);
    await processor.submitEvidence(keyOf(id), evidence('one'));
    await expect(processor.accept(keyOf(id))).rejects.toThrow(ProcessorRefused);
    await merchant.decide(id, 'lost');
    expect((await found(id)).status).toBe('LOST');
  });

  it('whose acceptance is refused only at its end are no acceptance when they are lost', async () => {
    const id = await contested(CHARGEBACK);
    await merchant.fault('POST disputes/*/close', 'refused');
    await expect(processor.accept(keyOf(id))).rejects.toThrow(ProcessorRefused);
    expect((await found(id)).status).toBe('ACTION_REQUIRED');
    await merchant.decide(id, 'lost');
    expect((await found(id)).status).toBe('LOST');
  });

  it('that are not in the account of the key are unknown, with an alarm', async () => {
    const key = keyOf('du_unknown');
    await expect(processor.accept(key)).rejects.toThrow(ProcessorUnavailable);
    const submitted = processor.submitEvidence(key, evidence('one'));
    await expect(submitted).rejects.toThrow(ProcessorUnavailable);
    expect(await alarms.registry.metrics()).toMatch(/alarms_total\{.*alarm="LOST"\} 2/);
  });

  it('are read from signed events, and others are not taken', async () => {
    const id = await contested(CHARGEBACK);
    const { body, headers } = await merchant.notice(id);
    const raw = { body: Buffer.from(body), headers, receivedAt: new Date() };
    const { events } = await processor.readCallBacks(raw, null);
    const gatewayReference = expect.stringMatching(/^pi_/) as string;
    expect(events).toMatchObject([{ customerAppId: null, gatewayReference, gatewayAccount: null }]);
    expect(processor.read(events[0]?.body ?? '').processorReference).toBe(id);
    const forged = signedEvent(JSON.parse(body) as object, 'whsec_other');
    const call = processor.readCallBacks({ ...raw, headers: forged.headers }, null);
    await expect(call).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('about a charge without an intent are none of ours', async () => {
    const { body } = await merchant.notice(await contested(CHARGEBACK));
    const { data, ...event } = JSON.parse(body) as { data: { object: object } };
    const object = { ...data.object, payment_intent: null };
    const signed = signedEvent({ ...event, data: { object } });
    const raw = { ...signed, body: Buffer.from(signed.body), receivedAt: new Date() };
    expect(await processor.readCallBacks(raw, null)).toEqual({ events: [], answer: null });
  });

  it.each([null, 0, 1])('are not defendable with a deadline of %j', async (due_by) => {
    const notice = await merchant.notice(await contested(CHARGEBACK));
    const event = JSON.parse(notice.body) as { data: { object: { evidence_details: object } } };
    Object.assign(event.data.object.evidence_details, { due_by });
    const { report } = processor.read(JSON.stringify(event));
    expect(report).toMatchObject({ status: 'UNDEFENDED', isDefendable: due_by === 1 });
  });

  it('are unknown while Stripe is away', async () => {
    const away = processorAt('http://127.0.0.1:9');
    await expect(away.find(keyOf('du_1'))).rejects.toThrow(ProcessorUnavailable);
    await expect(away.accept(keyOf('du_1'))).rejects.toThrow(ProcessorUnavailable);
    const all = { customerAppId, gatewayAccounts: [null] };
    const list = away.listOpen(all)[Symbol.asyncIterator]().next();
    await expect(list).rejects.toThrow(ProcessorUnavailable);
  });
});
