import type { Jwk } from '@towpath/contracts';
import { sealChecklist, type SealingChoices } from '@towpath/testing';
import { randomBytes } from 'node:crypto';
import { LinkClient, type Refusal } from './link-client.fixture.js';
import {
  StandInBank,
  StandInErasure,
  StandInIncome,
  StandInStore,
} from './stand-in-bank.fixture.js';

let client: LinkClient;
let key: Jwk;

beforeAll(async () => {
  client = await LinkClient.start({
    bank: new StandInBank(),
    store: new StandInStore(),
    erasure: new StandInErasure(),
    income: new StandInIncome(),
  });
  [key] = (await client.service.get<{ keys: [Jwk] }>('/jwks')).body.keys;
});
afterAll(() => client?.service.end());

function sealed(choices: SealingChoices) {
  const parts = sealChecklist([], key, choices);
  return {
    keyId: parts.key_id,
    ciphertext: parts.ciphertext,
    initializationVector: parts.initialization_vector,
    messageAuthenticationCode: parts.message_authentication_code,
    envelopeEncryptionKey: parts.envelope_encryption_key,
  };
}

const typed = (plaintext: SealingChoices['plaintext']) => () => sealed({ plaintext: plaintext! });
const changed = (change: object) => () => ({ ...sealed({ plaintext: '{"otp":"1"}' }), ...change });
const random = (bytes: number) => randomBytes(bytes).toString('base64');

const PAYLOADS: readonly [string, () => object][] = [
  ['an empty text', typed('')],
  ['no JSON', typed('otp=1')],
  ['null', typed('null')],
  ['a list', typed('["1"]')],
  ['a text', typed('"1"')],
  ['a number as value', typed('{"otp":1,"user_id":2,"password":3}')],
  ['an object as value', typed('{"otp":{},"user_id":{},"password":{}}')],
  ['a field of the language', typed('{"__proto__":{"otp":"1"},"constructor":"1"}')],
  ['21 fields', typed(JSON.stringify(Object.fromEntries(many(21))))],
  ['a long value', typed(JSON.stringify({ otp: '1'.repeat(1_001) }))],
  ['deep nesting', typed('['.repeat(50_000))],
  ['bytes that are no text', typed(Buffer.from([0xff, 0xfe, 0x00]))],
  ['a key of 16 bytes', changed({ envelopeEncryptionKey: random(16) })],
  ['a key of the right size for RSA', changed({ envelopeEncryptionKey: random(256) })],
  ['an empty key', changed({ envelopeEncryptionKey: '' })],
  ['an IV of 12 bytes', changed({ initializationVector: random(12) })],
  ['a tag of 4 bytes', changed({ messageAuthenticationCode: random(4) })],
  ['no ciphertext', changed({ ciphertext: '' })],
  ['base64 of URLs', changed({ ciphertext: '-_-_' })],
  ['a key ID that is too long', changed({ keyId: 'k'.repeat(10_000) })],
  ['a key ID with a zero byte', changed({ keyId: 'a\u0000b' })],
  ['numbers as parts', changed({ ciphertext: 1, initializationVector: [] })],
];

function many(count: number): [string, string][] {
  return Array.from({ length: count }, (_, index) => [`f${index}`, '1']);
}

/** An action may be one of buttons alone: what is missing in its answer is for the bank to judge. */
const ANSWERS: readonly [string, () => object][] = [
  ['no field', typed('{}')],
  ['a field that nobody asked for', typed('{"gold":"1"}')],
];

const CODES = ['INVALID_ENCRYPTED_PAYLOAD', 'UNKNOWN_KEY_ID', 'INVALID_REQUEST'];

async function refuses(path: string, body: object): Promise<void> {
  const { status, body: answer } = await client.service.post<Refusal>(path, body, client.token);
  expect([status, CODES]).toEqual([400, expect.arrayContaining([answer.error.error_code])]);
  expect(answer.error).toMatchObject({ code: answer.error.error_code, details: expect.anything() });
}

it.each(PAYLOADS)(
  'the service refuses a payload with %s, and accepts a right one after it',
  async (_what, of) => {
    await refuses('/link', client.order('usergood', { encrypted_credentials: of() }));
    const { login_identity_id: id } = await client.link('user_otp');
    const { action_id: actionId } = await client.asked(id);
    const action = { action_id: actionId, encrypted_credentials: of() };
    await refuses(`/link/action/${id}`, action);
    expect((await client.answer(id, actionId, '123456')).status).toBe(200);
    await client.reaches(id, 'DATA_RETRIEVAL_COMPLETE');
    await refuses(`/link/relink/${id}`, { consent: true, encrypted_credentials: of() });
  },
);

it.each(ANSWERS)(
  'the service treats %s as a wrong answer, and refuses it as a login',
  async (_what, of) => {
    await refuses('/link', client.order('usergood', { encrypted_credentials: of() }));
    const { login_identity_id: id } = await client.link('user_otp');
    const { action_id: first } = await client.asked(id);
    const action = { action_id: first, encrypted_credentials: of() };
    const { status } = await client.service.post(`/link/action/${id}`, action, client.token);
    expect(status).toBe(200);
    const { action_id: second } = await client.asked(id, first);
    expect((await client.answer(id, second, '123456')).status).toBe(200);
    await client.reaches(id, 'DATA_RETRIEVAL_COMPLETE');
  },
);
