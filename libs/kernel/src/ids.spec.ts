import { createdAtOf, newId, parseId, type PaymentId } from './ids.js';

describe('newId', () => {
  const at = new Date('2026-03-01T12:00:00.123Z');

  it('makes a 26-character ULID that can be parsed', () => {
    const id = newId<PaymentId>(at);
    expect(id).toHaveLength(26);
    expect(parseId<PaymentId>(id)).toBe(id);
  });

  it('encodes its time to the millisecond', () => {
    for (const each of [at, new Date(0)]) expect(createdAtOf(newId<PaymentId>(each))).toEqual(each);
  });

  it('makes IDs that sort by creation time', () => {
    const later = newId<PaymentId>(new Date(at.getTime() + 1));
    expect(newId<PaymentId>(at) < later).toBe(true);
  });

  it('keeps the order of creation within one millisecond', () => {
    const ids = Array.from({ length: 10_000 }, () => newId<PaymentId>(at));
    expect(ids.toSorted()).toEqual(ids);
    expect(ids.every((id) => id.startsWith(ids[0]!.slice(0, 10)))).toBe(true);
  });

  it('never repeats within one millisecond', () => {
    const ids = new Set(Array.from({ length: 10_000 }, () => newId<PaymentId>(at)));
    expect(ids.size).toBe(10_000);
  });
});

describe('parseId', () => {
  it.each([
    ['too short', '01ARZ3NDEKTSV4RRFFQ69G5FA'],
    ['too long', '01ARZ3NDEKTSV4RRFFQ69G5FAVX'],
    ['lower case', '01arz3ndektsv4rrffq69g5fav'],
    ['a letter outside the alphabet', '01ARZ3NDEKTSV4RRFFQ69G5FAI'],
    ['a time past the year 10889', '81ARZ3NDEKTSV4RRFFQ69G5FAV'],
    ['not a string', 42],
    ['a trailing newline', '01ARZ3NDEKTSV4RRFFQ69G5FAV\n'],
  ])('refuses %s', (_what, raw) => {
    expect(parseId(raw)).toBeUndefined();
  });
});
