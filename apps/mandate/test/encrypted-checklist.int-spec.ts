/** @proves promise-8 */
import { jest } from '@jest/globals';
import type { Jwk } from '@towpath/contracts';
import type { SubmitChecklistRequest } from '@towpath/contracts/mandate';
import { sharedSystem, type RunningSystem } from '@towpath/local-system';
import {
  MandatePayer,
  sealChecklist,
  TYPED,
  type ChecklistEntry,
  type SealingChoices,
} from '@towpath/testing';
import { randomBytes } from 'node:crypto';
import { AuthorizingShop, codeOf, type Refusal } from './mandate-authorization.fixture.js';

jest.setTimeout(240_000);

let system: RunningSystem;
let shop: AuthorizingShop;
let payer: MandatePayer;
let mandateId: string;
let key: Jwk;
beforeAll(async () => {
  system = await sharedSystem();
  shop = await AuthorizingShop.open(system);
  [payer, mandateId] = await shop.payer({ institution_id: 'testbank' });
  key = await payer.key();
});

const sealed = (choices: SealingChoices = {}, items = [TYPED.consent()]) =>
  sealChecklist(items, key, choices);

/** Flips one bit of a part. */
function flipped(part: keyof SubmitChecklistRequest): SubmitChecklistRequest {
  const payload = sealed();
  const bytes = Buffer.from(payload[part], 'base64');
  bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
  return { ...payload, [part]: bytes.toString('base64') };
}

function cut(part: keyof SubmitChecklistRequest, bytes: number): SubmitChecklistRequest {
  const payload = sealed();
  const shorter = Buffer.from(payload[part], 'base64').subarray(0, bytes);
  return { ...payload, [part]: shorter.toString('base64') };
}

const urlSafe = (): SubmitChecklistRequest => {
  const iv = Buffer.alloc(16, 0xff);
  return { ...sealed({ iv }), initialization_vector: iv.toString('base64url') };
};

describe('a payload that is not what its sender encrypted', () => {
  it.each<[string, () => SubmitChecklistRequest, string]>([
    ['a key that never was', () => ({ ...sealed(), key_id: 'unknown' }), 'UNKNOWN_KEY_ID'],
    ['a changed ciphertext', () => flipped('ciphertext'), 'INVALID_ENCRYPTED_PAYLOAD'],
    ['a changed tag', () => flipped('message_authentication_code'), 'INVALID_ENCRYPTED_PAYLOAD'],
    ['a changed IV', () => flipped('initialization_vector'), 'INVALID_ENCRYPTED_PAYLOAD'],
    ['a changed key', () => flipped('envelope_encryption_key'), 'INVALID_ENCRYPTED_PAYLOAD'],
    ['a shorter ciphertext', () => cut('ciphertext', 5), 'INVALID_ENCRYPTED_PAYLOAD'],
    [
      'a tag of 12 bytes',
      () => cut('message_authentication_code', 12),
      'INVALID_ENCRYPTED_PAYLOAD',
    ],
    ['a tag of 4 bytes', () => cut('message_authentication_code', 4), 'INVALID_ENCRYPTED_PAYLOAD'],
    ['the usual 12-byte IV', () => sealed({ iv: randomBytes(12) }), 'INVALID_ENCRYPTED_PAYLOAD'],
    [
      'a shorter wrapped key',
      () => cut('envelope_encryption_key', 100),
      'INVALID_ENCRYPTED_PAYLOAD',
    ],
    ['no ciphertext', () => ({ ...sealed(), ciphertext: '' }), 'INVALID_REQUEST'],
    [
      'text that is not base64',
      () => ({ ...sealed(), ciphertext: '{}' }),
      'INVALID_ENCRYPTED_PAYLOAD',
    ],
    ['base64 for URLs', urlSafe, 'INVALID_ENCRYPTED_PAYLOAD'],
  ])('is refused for %s', async (_what, payload, code) => {
    expect(codeOf(await payer.send<Refusal>(payload()))).toEqual([400, code]);
  });
});

describe('a payload whose content is not what is asked for', () => {
  const twice = [TYPED.consent(), TYPED.consent()];
  const account = (number: string) => [TYPED.account(number)];
  it.each<[string, SealingChoices, ChecklistEntry[]]>([
    ['no JSON', { plaintext: 'hello' }, []],
    ['bytes that are no UTF-8', { plaintext: Buffer.from([0xff, 0xfe]) }, []],
    ['a list', { plaintext: '[]' }, []],
    ['no items', {}, []],
    ['an unknown type', {}, [{ ...TYPED.consent(), type: 'NOTHING' }]],
    ['another option', {}, [TYPED.consent('INSTITUTION_OAUTH_LOGIN')]],
    ['a factor twice', {}, twice],
    ['a consent that is none', {}, [{ ...TYPED.consent(), value: false }]],
    ['a consent in words', {}, [{ ...TYPED.consent(), value: 'true' }]],
    ['too few digits', {}, account('12')],
    ['an account number with markup', {}, account('<b>12345678</b>')],
    ['an IBAN with wrong check digits', {}, account('GB82 WEST 1234 5698 7654 33')],
    ['an IBAN that is too short', {}, account('GB82WEST1234569876543')],
    ['a number that no country of the bank has', {}, account('1234567890123456789')],
    ['a login without password', {}, [TYPED.login({ password: '' })]],
    ['text with NUL', {}, [TYPED.login({ user_id: 'a\u0000b' })]],
  ])('is refused for %s', async (_what, choices, items) => {
    const answer = await payer.send<Refusal>(sealed(choices, items));
    expect(codeOf(answer)).toEqual([400, 'INVALID_REQUEST']);
    expect(answer.text).not.toContain('datagood');
  });

  it('leaves nothing in the database', async () => {
    const { mandate_status: status, auth_checklist: list } = await payer.auth();
    const submitted = list.flatMap(({ options }) => options).filter((each) => each.submitted_at);
    expect([status, submitted]).toEqual(['AUTHORIZATION_REQUIRED', []]);
    expect((await shop.mandate(mandateId)).status).toBe('AUTHORIZATION_REQUIRED');
  });
});

describe('an accepted payload', () => {
  it('is refused later, for its own mandate and for another app', async () => {
    const payload = sealed();
    expect((await payer.send(payload)).status).toBe(200);
    const again = await payer.send<Refusal>(payload);
    expect(codeOf(again)).toEqual([400, 'INVALID_ENCRYPTED_PAYLOAD']);
    const stranger = await AuthorizingShop.open(system);
    const [theirs] = await stranger.payer({ institution_id: 'testbank' });
    const replayed = await theirs.send<Refusal>(payload);
    expect(codeOf(replayed)).toEqual([400, 'INVALID_ENCRYPTED_PAYLOAD']);
    expect((await theirs.auth()).mandate_status).toBe('AUTHORIZATION_REQUIRED');
  });

  it('is accepted once when its copies arrive together', async () => {
    const payload = sealed();
    const answers = await Promise.all(Array.from({ length: 8 }, () => payer.send(payload)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('keeps no account number in plain text', async () => {
    const [other, id] = await shop.payer({ institution_id: 'testbank' });
    await other.submit(TYPED.account('012-345678-833'));
    const rows = await shop.inDatabase<{ row: string }>(
      `SELECT c::text AS row FROM mandate_checklists c WHERE mandate_id = $1 AND sealed IS NOT NULL`,
      [id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toMatch(/345678|Chan/);
  });
});
