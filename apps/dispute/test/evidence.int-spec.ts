/** @proves addDisputeEvidence */
import { createHash } from 'node:crypto';
import type { DisputeDetailResponse, DisputeResponse } from '@towpath/contracts/dispute';
import { newId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { eventually } from '@towpath/testing';
import { EvidenceService } from '../src/evidence/evidence.service.js';
import { START_MS, TestDisputes, type TestApp } from './dispute.fixture.js';
import { form, JPEG, PDF, PNG, receipt } from './files.fixture.js';
import { gw1Body, signed } from './processor.fixture.js';
import { StandInProcessor } from './stand-in-processor.fixture.js';

const DAY_MS = 86_400_000;
const MIB = 1_048_576;
const T0 = new Date('2031-03-01T12:00:00.000Z');
const DEADLINE = new Date(T0.getTime() + 14 * DAY_MS);
const ISSUER = 'Card holder Zephyrwood was abroad.';

interface Refused {
  readonly error: { readonly error_code: string; readonly details: string };
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

async function contested(): Promise<DisputeResponse> {
  const paymentId = service.payments.add(app);
  const plain = gw1Body({ app, paymentId, defendBy: DEADLINE });
  const body = { ...plain, issuer_comment: ISSUER };
  processor.keep(body);
  await service.notify('gw1', signed('gw1', body));
  const [dispute] = await app.disputes();
  if (!dispute) throw new Error('the dispute did not arrive');
  return dispute;
}

const detail = async ({ dispute_id: id }: DisputeResponse) =>
  (await app.get<DisputeDetailResponse>(`/disputes/${id}`)).body;
const refusal = async (id: string, body: BodyInit, type?: string) => {
  const answer = await app.upload<Refused>(id, body, type);
  return [answer.status, answer.body.error.error_code, answer.body.error.details];
};
const command = async ({ dispute_id: id }: DisputeResponse, name: string) => {
  const { status, body } = await app.post<DisputeResponse & Refused>(`/disputes/${id}/${name}`);
  return [status, status === 200 ? body.dispute_status : body.error.error_code];
};
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const sentTo = ({ payment_processor_dispute_reference: reference = '' }: DisputeResponse) =>
  processor.evidenceOf(reference);
const filled = (bytes: number) => Buffer.concat([PDF, Buffer.alloc(bytes - PDF.length)]);

describe('evidence', () => {
  it('is listed with the dispute, and sent with the answer', async () => {
    const dispute = await contested();
    const first = await app.upload(dispute.dispute_id, form(PDF));
    expect([first.status, first.body]).toEqual([
      200,
      {
        evidence_id: expect.any(String),
        round: 1,
        file_name: 'receipt.pdf',
        media_type: 'application/pdf',
        size: PDF.length,
        added_at: T0.toISOString(),
      },
    ]);
    // by its content, whatever its name says
    const photo = await app.upload(dispute.dispute_id, form(JPEG, { type: 'text/plain' }));
    const picture = await app.upload(dispute.dispute_id, form(PNG, { name: '領収書.pdf' }));
    expect([photo.body.media_type, picture.body.media_type]).toEqual(['image/jpeg', 'image/png']);
    expect((await detail(dispute)).evidence).toEqual([first.body, photo.body, picture.body]);
    expect(await command(dispute, 'submit')).toEqual([200, 'PROCESSING']);
    expect(sentTo(dispute)).toEqual([PDF, JPEG, PNG].map(sha256));
  });

  it.each([
    ['scans/me/\u202ereceipt\u200b.pdf', PDF, 'receipt.pdf', 'application/pdf'],
    [String.raw`C:\scans\Receipt.JPEG`, JPEG, 'Receipt.JPEG', 'image/jpeg'],
    ['photo.png', JPEG, 'photo.jpg', 'image/jpeg'],
    ['receipt.pdf', Buffer.concat([Buffer.from('\n\r \t'), PDF]), 'receipt.pdf', 'application/pdf'],
  ])(
    'named %j has a plain name with the extension of its type',
    async (...[name, content, file_name, media_type]) => {
      const dispute = await contested();
      const { status, body } = await app.upload(dispute.dispute_id, form(content, { name }));
      expect([status, body]).toEqual([200, expect.objectContaining({ file_name, media_type })]);
      expect((await detail(dispute)).evidence).toEqual([body]);
    },
  );

  it('is stored once when the same file comes again, also at once', async () => {
    const { dispute_id: id } = await contested();
    const copies = Array.from({ length: 8 }, () => app.upload(id, form(PDF)));
    const ids = (await Promise.all(copies)).map(({ body }) => body.evidence_id);
    expect(new Set(ids).size).toBe(1);
  });

  it('is stored encrypted and never published', async () => {
    const { dispute_id: id } = await contested();
    await app.upload(id, form(PDF, { name: 'canary-in-a-name.pdf' }));
    const [row] = await service.query<{ text: string }>(
      `SELECT encode(sealed_name || sealed_content, 'escape') || to_jsonb(e)::text AS text
       FROM dispute_evidence e WHERE customer_app_id = $1`,
      [app.id],
    );
    expect(row?.text).not.toMatch(/canary|63616e617279/);
    const published = await service.query(
      `SELECT 1 FROM outbox WHERE payload::text LIKE '%canary%'`,
    );
    expect(published).toEqual([]);
    expect(await service.visible('dispute_evidence', app.id)).toEqual([app.id]);
    expect(await service.visible('dispute_evidence', '')).toEqual([]);
  });

  it('may have 10 MiB, and ten files answer a chargeback', async () => {
    const dispute = await contested();
    const { dispute_id: id } = dispute;
    const largest = await app.upload(id, form(filled(10 * MIB)));
    expect([largest.status, largest.body.size]).toEqual([200, 10 * MIB]);
    const answers = await Promise.all(Array.from({ length: 16 }, () => app.upload(id, receipt())));
    // A busy machine tells some of them to come again.
    const kept = async () => (await detail(dispute)).evidence.length;
    await eventually(async () => (await kept()) === 10 || (await app.upload(id, receipt()), false));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(9);
    expect(await kept()).toBe(10);
    const [status, code, details] = await refusal(id, receipt());
    expect([status, code]).toEqual([400, 'INVALID_REQUEST']);
    expect(details).toContain('file is one too many');
  });
});

describe('evidence is refused and not stored', () => {
  const two = () => {
    const body = form(PDF);
    body.append('file', new File(['%PDF-'], 'other.pdf'));
    return body;
  };
  const text = () => {
    const body = new FormData();
    body.set('file', 'no file');
    return body;
  };
  const invalid = (rule: string) => [400, 'INVALID_REQUEST', expect.stringContaining(rule)];
  const tooLarge = [413, 'PAYLOAD_TOO_LARGE', expect.any(String)];
  it.each<[string, () => BodyInit, unknown[], string | null]>([
    [
      'text that is called a PDF',
      () => form(Buffer.from('no')),
      invalid('file must be a PDF'),
      null,
    ],
    ['nothing', () => form(Buffer.of()), invalid('file must be a PDF'), null],
    ['a page', () => form(Buffer.from('<html>')), invalid('file must be a PDF'), null],
    ['three bytes of a JPEG', () => form(JPEG.subarray(0, 3)), invalid('file must be a PDF'), null],
    ['half a PNG header', () => form(PNG.subarray(0, 20)), invalid('file must be a PDF'), null],
    ['an archive', () => form(Buffer.from('504b0304', 'hex')), invalid('file must be a PDF'), null],
    ['a part of another name', () => form(PDF, { part: 'files' }), invalid('named file'), null],
    ['two files', two, invalid('file must be one file'), null],
    ['a text in place of a file', text, invalid('file must be a file'), null],
    ['an empty form', () => new FormData(), invalid('file must be a file'), null],
    [
      'a long name',
      () => form(PDF, { name: 'n'.repeat(256) }),
      invalid('file must have a name'),
      null,
    ],
    ['no body', () => '', invalid('file is required'), 'multipart/form-data'],
    ['half a form', () => '--x\r\n', invalid('boundary'), 'multipart/form-data; boundary=x'],
    ['no boundary', () => 'x', invalid('boundary'), 'multipart/form-data'],
    ['more than 10 MiB', () => form(filled(10 * MIB + 1)), tooLarge, null],
    ['much more', () => form(filled(11 * MIB)), tooLarge, null],
    ['JSON', () => '{}', [415, 'UNSUPPORTED_MEDIA_TYPE', expect.any(String)], 'application/json'],
  ])('%s', async (_name, body, expected, type) => {
    const dispute = await contested();
    expect(await refusal(dispute.dispute_id, body(), type ?? undefined)).toEqual(expected);
    expect((await detail(dispute)).evidence).toEqual([]);
  });

  const notNow = (why: string) => [400, 'INVALID_DISPUTE_STATUS', expect.stringContaining(why)];

  it('at the deadline and later', async () => {
    const dispute = await contested();
    await app.tell({ frozenAt: DEADLINE });
    expect(await refusal(dispute.dispute_id, receipt())).toEqual(notNow('deadline'));
    await service.dueJobs.runFor(app.id);
    expect(await refusal(dispute.dispute_id, receipt())).toEqual(notNow('UNDEFENDED'));
    expect((await detail(dispute)).evidence).toEqual([]);
  });

  it('while an answer is sent, and after it', async () => {
    const dispute = await contested();
    await app.upload(dispute.dispute_id, receipt());
    processor.silent = 'BEFORE';
    await command(dispute, 'submit');
    expect(await refusal(dispute.dispute_id, receipt())).toEqual(notNow('on its way'));
    processor.silent = 'NEVER';
    await app.tell({ frozenAt: new Date(T0.getTime() + 10_000) });
    await service.dueJobs.runFor(app.id);
    expect(await refusal(dispute.dispute_id, receipt())).toEqual(notNow('PROCESSING'));
    expect((await detail(dispute)).evidence).toHaveLength(1);
  });

  it('for an unknown dispute', async () => {
    const { dispute_id: id } = await contested();
    app = await service.customerApp();
    for (const named of [id, newId(new Date()), 'x']) {
      const expected = [400, 'DISPUTE_NOT_FOUND', expect.any(String)];
      expect(await refusal(named, receipt())).toEqual(expected);
    }
  });
});

describe('an answer with evidence', () => {
  it('is not sent without a file', async () => {
    const dispute = await contested();
    expect(await command(dispute, 'submit')).toEqual([400, 'INVALID_DISPUTE_STATUS']);
    expect(await command(dispute, 'accept')).toEqual([200, 'ACCEPTED']);
  });

  it('contains every accepted file, also when all come at once', async () => {
    const dispute = await contested();
    await app.upload(dispute.dispute_id, receipt());
    const uploads = Array.from({ length: 8 }, () => app.upload(dispute.dispute_id, receipt()));
    const [submitted, ...answers] = await Promise.all([command(dispute, 'submit'), ...uploads]);
    expect(submitted).toEqual([200, 'PROCESSING']);
    const taken = answers.filter(({ status }) => status === 200);
    expect(sentTo(dispute)).toHaveLength(1 + taken.length);
    expect((await detail(dispute)).evidence).toHaveLength(1 + taken.length);
  });

  it('is abandoned when its payer is erased before the processor has it', async () => {
    const dispute = await contested();
    await app.upload(dispute.dispute_id, receipt());
    processor.silent = 'BEFORE';
    await command(dispute, 'submit');
    await erasePayer();
    processor.silent = 'NEVER';
    await app.tell({ frozenAt: new Date(T0.getTime() + 10_000) });
    await service.dueJobs.runFor(app.id);
    expect((await service.dueJobs.next(app.id)).dueAt).toEqual(new Date(T0.getTime() + 7 * DAY_MS));
    expect([sentTo(dispute), (await detail(dispute)).dispute_status]).toEqual([
      [],
      'ACTION_REQUIRED',
    ]);
  });
});

async function erasePayer(): Promise<void> {
  const [row] = await service.query<{ user_id: string }>(
    'SELECT user_id FROM disputes WHERE customer_app_id = $1',
    [app.id],
  );
  await service.app
    .get(Transactions)
    .forApp(app.id, (tx) => service.app.get(EvidenceService).forget(tx, row?.user_id ?? ''));
}

it('the evidence of an erased payer is deleted, and more is refused', async () => {
  const dispute = await contested();
  expect((await detail(dispute)).issuer_comments).toBeDefined();
  await app.upload(dispute.dispute_id, form(PDF));
  await erasePayer();
  const [row] = await service.query(
    `SELECT sealed_name, sealed_content FROM dispute_evidence WHERE customer_app_id = $1`,
    [app.id],
  );
  expect(row).toEqual({ sealed_name: null, sealed_content: null });
  const { evidence, issuer_comments: comments } = await detail(dispute);
  expect([evidence.map((file) => file.file_name), comments]).toEqual([[undefined], undefined]);
  const [status, code] = await refusal(dispute.dispute_id, receipt());
  expect([status, code]).toEqual([400, 'INVALID_DISPUTE_STATUS']);
});
