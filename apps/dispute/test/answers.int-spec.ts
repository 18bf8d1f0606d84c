/** @proves submitDispute, acceptDispute */
import type { DisputeResponse } from '@towpath/contracts/dispute';
import { newId } from '@towpath/kernel';
import { OpenQuestionsService } from '@towpath/reconciliation';
import { ReconciliationService } from '../src/reconciliation/reconciliation.service.js';
import { START_MS, TestDisputes, type TestApp } from './dispute.fixture.js';
import { receipt } from './files.fixture.js';
import { gw1Body, signed } from './processor.fixture.js';
import { StandInProcessor } from './stand-in-processor.fixture.js';

const S = 1_000;
const DAY_MS = 86_400 * S;
const T0 = new Date('2031-03-01T12:00:00.000Z');
const after = (ms: number) => new Date(T0.getTime() + ms);
const AT_ONCE = 64;

interface Refused {
  readonly error: { readonly error_code: string; readonly details?: string };
}

let service: TestDisputes;
let processor: StandInProcessor;
let app: TestApp;
beforeAll(async () => {
  processor = await StandInProcessor.start();
  service = await TestDisputes.start({ sandboxUrl: processor.url });
}, START_MS);
beforeEach(async () => {
  processor.silent = 'NEVER';
  app = await service.customerApp();
  await app.tell({ frozenAt: T0 });
});
afterAll(async () => {
  await service?.end();
  await processor?.stop();
});

/** A dispute of the app, with a deadline in 14 days, that its processor has too. */
async function contested(members: object = {}): Promise<DisputeResponse> {
  const paymentId = service.payments.add(app);
  const body = gw1Body({ app, paymentId, defendBy: after(14 * DAY_MS), ...members });
  processor.keep(body);
  await service.notify('gw1', signed('gw1', body));
  const [dispute] = await app.disputes();
  if (!dispute) throw new Error('the dispute did not arrive');
  return withReceipt(dispute);
}

/** As somebody who defends a dispute would: with a receipt. */
const withReceipt = async (dispute: DisputeResponse): Promise<DisputeResponse> => {
  const { status } = await app.upload(dispute.dispute_id, receipt());
  expect(status).toBe(200);
  return dispute;
};
const send = (id: string, command: string) =>
  app.post<DisputeResponse & Refused>(`/disputes/${id}/${command}`);
const codeOf = async (id: string, command: string) => {
  const { status, body } = await send(id, command);
  return [status, body.error.error_code];
};
const statusOf = async () => (await app.disputes()).map((each) => each.dispute_status);
const answerTo = ({ payment_processor_dispute_reference: reference = '' }: DisputeResponse) =>
  processor.answerTo(reference);
const passTo = async (at: Date) => {
  await app.tell({ frozenAt: at });
  await service.dueJobs.runFor(app.id);
};
const NOT_NOW = [400, 'INVALID_DISPUTE_STATUS'];

describe('an answer to a dispute', () => {
  it.each([
    ['accept', 'ACCEPTED', 'dispute.accepted'],
    ['submit', 'PROCESSING', 'dispute.defended'],
  ])('%s makes it %s, once', async (command, status, event) => {
    const dispute = await contested();
    const answer = await send(dispute.dispute_id, command);
    expect([answer.status, answer.body.dispute_status]).toEqual([200, status]);
    expect(await codeOf(dispute.dispute_id, command)).toEqual(NOT_NOW);
    expect(await app.events()).toEqual(['dispute.chargeback_received', event]);
    expect(answerTo(dispute)).toBe(command === 'accept' ? 'accept' : 'evidence');
  });

  it('is exactly one when 64 accepts and submits arrive at once', async () => {
    const dispute = await contested();
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) =>
        send(dispute.dispute_id, index % 2 === 0 ? 'accept' : 'submit'),
      ),
    );
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ body }) => body.error.error_code))).toEqual(
      new Set(['INVALID_DISPUTE_STATUS']),
    );
    const legal = answerTo(dispute) === 'accept' ? 'ACCEPTED' : 'PROCESSING';
    expect([taken[0]?.body.dispute_status, ...(await statusOf())]).toEqual([legal, legal]);
    expect(await app.events()).toHaveLength(2);
  });

  it.each(['accept', 'submit'])('is refused at the deadline and later: %s', async (command) => {
    const dispute = await contested();
    await app.tell({ frozenAt: after(14 * DAY_MS) });
    expect(await codeOf(dispute.dispute_id, command)).toEqual(NOT_NOW);
    await passTo(after(15 * DAY_MS));
    expect(await statusOf()).toEqual(['UNDEFENDED']);
    expect(await codeOf(dispute.dispute_id, command)).toEqual(NOT_NOW);
    expect(answerTo(dispute)).toBeNull();
  });

  it.each(['accept', 'submit'])('is refused for an unknown dispute: %s', async (command) => {
    const { dispute_id: id } = await contested();
    app = await service.customerApp();
    for (const named of [id, newId(new Date()), 'x']) {
      expect(await codeOf(named, command)).toEqual([400, 'DISPUTE_NOT_FOUND']);
    }
  });

  it('is refused with the reason of the processor, whose status counts', async () => {
    const dispute = await contested();
    processor.silent = 'AFTER';
    await fetch(
      `${processor.url}/gw1/disputes/${dispute.payment_processor_dispute_reference}/accept`,
    ).catch(() => undefined);
    processor.silent = 'NEVER';
    const { status, body } = await send(dispute.dispute_id, 'submit');
    expect([status, body.error.error_code]).toEqual(NOT_NOW);
    expect(JSON.stringify(body)).toContain('It was answered before.');
    expect(await statusOf()).toEqual(['ACCEPTED']);
  });
});

describe('an answer in each status', () => {
  const later = { position: 2 };
  it.each<[string, object[]]>([
    ['UNDEFENDED', [{ isDefendable: false }]],
    ['PROCESSING', [{}, { event: 'evidence_received', ...later }]],
    ['ACCEPTED', [{}, { event: 'chargeback_accepted', ...later }]],
    ['LOST', [{}, { event: 'chargeback_lost', ...later }]],
    ['WON', [{}, { event: 'chargeback_won', ...later }]],
  ])('%s is refused, and changes nothing', async (status, reports) => {
    const paymentId = service.payments.add(app);
    for (const members of reports) {
      await service.notify('gw1', signed('gw1', gw1Body({ app, paymentId, ...members })));
    }
    const [before] = await app.disputes();
    const id = before?.dispute_id ?? '';
    expect(before?.dispute_status).toBe(status);
    for (const command of ['accept', 'submit']) expect(await codeOf(id, command)).toEqual(NOT_NOW);
    expect((await app.upload<Refused>(id, receipt())).body.error.error_code).toBe(NOT_NOW[1]);
    expect(await app.disputes()).toEqual([before]);
  });
});

describe('the comparison with the processor', () => {
  const compared = async () =>
    (await service.app.get(ReconciliationService).compare(app.id)).differences;
  const kinds = async () => (await compared()).map(({ kind }) => kind);

  it('lists what each side lacks, and what differs', async () => {
    const agreed = await contested();
    expect(await compared()).toEqual([]);
    const unheard = gw1Body({ app, paymentId: service.payments.add(app) });
    processor.keep(unheard);
    const [missing] = await compared();
    expect(missing).toMatchObject({ kind: 'MISSING_HERE', dispute_id: undefined, ours: undefined });
    expect(missing?.processor_reference).toBe(unheard['dispute_reference']);
    await service.notify('gw1', signed('gw1', unheard));
    expect(await compared()).toEqual([]);
    processor.keep({ ...unheard, event: 'chargeback_lost', status: 'lost', position: 2 });
    expect(await kinds()).toEqual(['STATUS']);
    processor.keep({ ...unheard, amount: 1 });
    expect(await kinds()).toEqual(['SUM']);
    processor.forget(String(unheard['dispute_reference']));
    expect(await compared()).toMatchObject([{ kind: 'MISSING_THERE', theirs: undefined }]);
    processor.forget(agreed.payment_processor_dispute_reference ?? '');
    expect(await kinds()).toEqual(['MISSING_THERE', 'MISSING_THERE']);
    // another app has none of them
    app = await service.customerApp();
    expect(await compared()).toEqual([]);
  });

  it('ignores a deadline that passed here, and does not treat silence as an answer', async () => {
    await contested();
    await passTo(after(15 * DAY_MS));
    expect([await statusOf(), await compared()]).toEqual([['UNDEFENDED'], []]);
    processor.silent = 'BEFORE';
    await expect(compared()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});

describe('the table of answers', () => {
  it('shows an app its own rows only', async () => {
    for (const owner of [await service.customerApp(), app]) {
      app = owner;
      await send((await contested()).dispute_id, 'accept');
    }
    expect(await service.visible('dispute_answers', app.id)).toEqual([app.id]);
    expect(await service.visible('dispute_answers', '')).toEqual([]);
  });
});

describe('an answer whose outcome is unknown', () => {
  it.each([
    ['never arrived', 'BEFORE'],
    ['took effect', 'AFTER'],
  ] as const)('is sent again by a schedule until it is known: it %s', async (_name, silent) => {
    const dispute = await contested();
    processor.silent = silent;
    const answer = await send(dispute.dispute_id, 'accept');
    expect([answer.status, answer.body.dispute_status]).toEqual([200, 'ACTION_REQUIRED']);
    expect(await codeOf(dispute.dispute_id, 'submit')).toEqual(NOT_NOW);
    for (const [seconds, next] of [
      [10, 70],
      [70, 370],
      [370, 3_970],
    ] as const) {
      expect((await service.dueJobs.next(app.id)).dueAt).toEqual(after(seconds * S));
      await passTo(after(seconds * S));
      expect((await service.dueJobs.next(app.id)).dueAt).toEqual(after(next * S));
    }
    expect(await statusOf()).toEqual(['ACTION_REQUIRED']);
    processor.silent = 'NEVER';
    await passTo(after(3_970 * S));
    expect(await statusOf()).toEqual(['ACCEPTED']);
    expect(await app.events()).toEqual(['dispute.chargeback_received', 'dispute.accepted']);
  });

  it('is sent again at once when an operator asks for all open outcomes', async () => {
    const dispute = await contested();
    processor.silent = 'AFTER';
    await send(dispute.dispute_id, 'accept');
    processor.silent = 'NEVER';
    const questions = service.app.get(OpenQuestionsService, { strict: false });
    expect(await questions.waiting(app.id)).toBe(0);
    await questions.askNow(app.id);
    expect(await questions.waiting(app.id)).toBe(1);
    await service.dueJobs.runFor(app.id);
    expect(await statusOf()).toEqual(['ACCEPTED']);
    expect(await questions.waiting(app.id)).toBe(0);
  });

  it('stops the dispute from lapsing, because it may have arrived in time', async () => {
    const dispute = await contested({ defendBy: after(5 * S) });
    processor.silent = 'BEFORE';
    await send(dispute.dispute_id, 'submit');
    await passTo(after(6 * S));
    expect(await statusOf()).toEqual(['ACTION_REQUIRED']);
    processor.silent = 'NEVER';
    await passTo(after(20 * S));
    expect(await statusOf()).toEqual(['PROCESSING']);
    expect(answerTo(dispute)).toBe('evidence');
  });
});
