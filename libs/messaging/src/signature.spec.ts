import { signedContent, type SignedMessage } from './signature.js';

const message: SignedMessage = {
  topic: 'topic',
  key: 'key',
  headers: { ce_id: 'id', ce_type: 'type', sequence: '2', customerappid: 'app' },
  value: '{"a": 1}',
};
const contentOf = (changes: Partial<SignedMessage>) =>
  Buffer.from(signedContent({ ...message, ...changes })).toString();
const contentWith = (name: string, value: string) =>
  contentOf({ headers: { ...message.headers, [name]: value } });

describe('the signed text of an event', () => {
  it.each(['topic', 'key', 'value'] as const)('covers its %s', (part) => {
    expect(contentOf({ [part]: 'other' })).not.toBe(contentOf({}));
  });

  it.each([
    ...['ce_specversion', 'ce_id', 'ce_source', 'ce_type', 'ce_subject', 'ce_time'],
    ...['ce_dataschema', 'content-type', 'customerappid', 'sequence'],
  ])('covers the header %s', (name) => {
    expect(contentWith(name, 'other')).not.toBe(contentOf({}));
  });

  it('leaves out headers that tools change on the way', () => {
    expect(contentWith('traceparent', 'other')).toBe(contentOf({}));
  });

  it('is the same for a value given as bytes or as text', () => {
    expect(contentOf({ value: Buffer.from('{"a": 1}') })).toBe(contentOf({}));
  });
});
