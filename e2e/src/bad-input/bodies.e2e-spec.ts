/** @proves promise-9 @takes 45 s */
import { jsonSchemaOf } from '@towpath/contracts';
import { newId, type ErrorCode, type Id } from '@towpath/kernel';
import type { Merchant } from '@towpath/testing';
import { RunningSystem } from '../system/running-system.js';
import { badValues, limitValues, type Schema, type Value } from './bad-values.js';
import { Faults } from './refusals.js';
import { Sender } from './sender.js';
import { rowsOf, SUBJECTS, type Subject } from './specimens.js';
import { createWorld } from './world.js';

const MEBIBYTE = 1_048_576;

const system = RunningSystem.open();
const withBody = SUBJECTS.filter(({ specimen }) => specimen.body);

let sender: Sender;
/** Nothing is due in it: two years of the world are 20 s of work. */
let quiet: Merchant;

beforeAll(async () => {
  sender = new Sender(system, await createWorld(system));
  quiet = await system.newShop();
});

const schemaOf = ({ specimen }: Subject): Schema =>
  specimen.body ? (jsonSchemaOf(specimen.body.type) as Schema) : {};

describe('every member of every body', () => {
  it.concurrent.each(rowsOf(withBody))(
    '%s refuses invalid input and names it',
    async (_id, subject) => {
      const faults = new Faults();
      for (const bad of badValues(schemaOf(subject))) {
        const body = withValue(sender.validBody(subject, bad.field) ?? {}, bad);
        const answer = await sender.send(subject, { body });
        const field = bad.field.replaceAll('.', String.raw`\.`);
        const other = subject.specimen.refusals?.[bad.field];
        const codes: ErrorCode[] = ['INVALID_REQUEST', ...(other ? [other] : [])];
        const expected = { ...subject, codes, field };
        faults.add(`${bad.field} ${bad.what.slice(0, 60)}`, { answer, expected });
      }
      expect(faults.list).toEqual([]);
    },
  );

  it.each(rowsOf(withBody))('%s accepts values exactly at a limit', async (_id, subject) => {
    const refused: string[] = [];
    const { names = [] } = subject.specimen.body ?? {};
    const limits = limitValues(schemaOf(subject)).filter(({ field }) => !names.includes(field));
    const isClock = subject.operation.id === 'updateTestClock';
    const whose = isClock ? { bearer: await quiet.accessToken() } : {};
    for (const good of limits) {
      const body = withValue(sender.validBody(subject, good.field) ?? {}, good);
      const { status, text } = await sender.send(subject, { body, ...whose });
      if (text.includes('advancing_to')) await quiet.awaitClock();
      if (text.includes('INVALID_REQUEST') || status >= 500)
        refused.push(`${good.field} ${good.what}: ${status} ${text.slice(0, 200)}`);
    }
    expect(refused).toEqual([]);
  });
});

describe('every body as a whole', () => {
  const notAnObject = ['[]', '"text"', '1', 'true'];
  const notJson = ['{"a":', '{a:1}', "{'a':1}", '{"a":1}{', 'NaN', '\u0000', '\ufeff', '{"a":1,}'];
  const deep = '['.repeat(100_000);

  it.concurrent.each(rowsOf(withBody))(
    '%s refuses what is not a JSON object',
    async (_id, subject) => {
      const faults = new Faults();
      const expected = { ...subject, codes: ['INVALID_REQUEST'] } as const;
      const { optional, mayBeEmpty } = subject.specimen.body ?? {};
      const nothing = mayBeEmpty ? ['null'] : ['', 'null'];
      const absent = optional ? [] : nothing;
      for (const rawBody of [...notAnObject, ...notJson, ...absent, deep]) {
        const headers = { 'content-type': 'application/json' };
        const answer = await sender.send(subject, { rawBody, headers });
        faults.add(rawBody.slice(0, 20), { answer, expected });
      }
      const rawBody = new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]);
      const headers = { 'content-type': 'application/json' };
      const answer = await sender.send(subject, { rawBody, headers });
      faults.add('bytes that are no UTF-8', { answer, expected });
      expect(faults.list).toEqual([]);
    },
  );

  it.concurrent.each(rowsOf(withBody))(
    '%s refuses a member given twice, naming it',
    async (_id, subject) => {
      const faults = new Faults();
      const valid = JSON.stringify(sender.validBody(subject) ?? {}).slice(1, -1);
      const [first = 'unknown'] = Object.keys(sender.validBody(subject) ?? {});
      const headers = { 'content-type': 'application/json' };
      for (const [rawBody, field] of [
        [`{"${first}":null${valid && ','}${valid || `"${first}":1`}}`, first],
        [`{${valid}${valid && ','}"open":{"a":[{"b":1,"b":1}]}}`, 'open.a.0.b'],
      ] as const) {
        const answer = await sender.send(subject, { rawBody, headers });
        const expected = { ...subject, codes: ['INVALID_REQUEST'] as ErrorCode[], field };
        faults.add(rawBody.slice(0, 60), { answer, expected });
      }
      expect(faults.list).toEqual([]);
    },
  );

  it.concurrent.each(rowsOf(withBody))('%s refuses other content types', async (_id, subject) => {
    const faults = new Faults();
    const types = [
      'text/plain',
      'application/xml',
      'multipart/form-data; boundary=x',
      'json',
      '*/*',
    ];
    const rawBody = JSON.stringify(sender.validBody(subject));
    for (const type of types) {
      const answer = await sender.send(subject, { rawBody, headers: { 'content-type': type } });
      const expected = { ...subject, codes: ['UNSUPPORTED_MEDIA_TYPE'] as ErrorCode[] };
      faults.add(type, { answer, expected });
    }
    expect(faults.list).toEqual([]);
  });

  it.concurrent.each(rowsOf(withBody))('%s refuses more than 1 MiB', async (_id, subject) => {
    const body = { ...sender.validBody(subject), padding: 'x'.repeat(MEBIBYTE) };
    const answer = await sender.send(subject, { body });
    const faults = new Faults();
    faults.add('1 MiB', { answer, expected: { ...subject, codes: ['PAYLOAD_TOO_LARGE'] } });
    expect(faults.list).toEqual([]);
  });

  it('a body of nearly 1 MiB is accepted, and unknown members are ignored', async () => {
    const subject = withBody.find(({ operation }) => operation.id === 'CreatePaymentLink');
    if (!subject) throw new Error('there is no such operation');
    const body = { ...sender.validBody(subject), padding: 'x'.repeat(MEBIBYTE - 5_000) };
    expect((await sender.send(subject, { body })).status).toBe(200);
  });
});

describe('an empty body of any content type', () => {
  const FORM = 'application/x-www-form-urlencoded';
  const changing = SUBJECTS.filter(({ operation }) => operation.method !== 'GET');

  it.concurrent.each(rowsOf(changing))(
    '%s takes an empty body as no body',
    async (_id, subject) => {
      const { body } = subject.specimen;
      const isRequired = body && !body.optional && !body.mayBeEmpty;
      const id = newId<Id<'Unknown'>>(new Date());
      for (const type of [FORM, 'application/json', 'text/plain', undefined]) {
        const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
        const answer = await sender.send(subject, { id, rawBody: new Uint8Array(), headers });
        const summary = `${answer.status} ${answer.text}`;
        expect(summary).not.toMatch(/^(415|5\d\d)|"details":"(body|content-type) must/);
        // what was asked for once may have ended with that
        if (isRequired) expect(summary).toMatch(/^400 .*(required|must)/);
      }
    },
  );
});

/** The body with one member replaced, or left out when the value is undefined. */
function withValue(body: object, { field, value }: Value): object {
  const copy = structuredClone(body) as Record<string, unknown>;
  const path = field.split('.');
  const last = path.pop() ?? '';
  let owner = copy;
  for (const name of path) owner = (owner[name] ??= {}) as Record<string, unknown>;
  if (value === undefined) delete owner[last];
  else owner[last] = value;
  return copy;
}
