import { PageQuery } from '@towpath/contracts';
import { DomainError } from '@towpath/kernel';

import { decodeCursor, encodeCursor, pageOf, rangeOf } from '../index.js';

const rows = [3, 2, 1].map((n) => ({ id: `id${n}`, created_at: new Date(n * 1000) }));

function query(members: Partial<PageQuery>): PageQuery {
  return Object.assign(new PageQuery(), members);
}

describe('a cursor of a list', () => {
  it('is read back as it was written, and shows nothing in plain text', () => {
    const cursor = { createdAt: new Date('2026-03-04T05:06:07.089Z'), id: '01JZAPP' };
    const text = encodeCursor(cursor);
    expect(decodeCursor(text)).toEqual(cursor);
    expect(text).not.toContain('01JZAPP');
  });

  it.each(['', 'x', '!!!', Buffer.from('9999999999999999.x').toString('base64url')])(
    'is refused when it is %j, which no list issued',
    (text) => {
      expect(() => decodeCursor(text)).toThrow(DomainError);
    },
  );
});

describe('rangeOf', () => {
  it('has the same defaults for every list', () => {
    expect(rangeOf(new PageQuery())).toEqual({ offset: 0, limit: 500 });
  });

  it('refuses two ways to say where to start', () => {
    expect(() => rangeOf(query({ offset: 1, after: 'x' }))).toThrow('cannot be combined');
  });
});

describe('pageOf', () => {
  it('returns a cursor after a full page', () => {
    const page = pageOf(rows, 10, query({ limit: 3 }));
    expect(page.total).toBe(10);
    expect(decodeCursor(page.next_cursor ?? '')).toEqual({ createdAt: new Date(1000), id: 'id1' });
  });

  it.each<[string, Partial<PageQuery>, number]>([
    ['a short page', { limit: 4 }, 10],
    ['the last full page by offset', { limit: 3, offset: 7 }, 10],
    ['a list of exactly one page', { limit: 3 }, 3],
  ])('returns no cursor after %s', (_case, members, total) => {
    expect(pageOf(rows, total, query(members))).not.toHaveProperty('next_cursor');
  });

  it('returns a cursor after a full page that began at a cursor, since rows may follow', () => {
    const after = encodeCursor({ createdAt: new Date(9000), id: 'x' });
    expect(pageOf(rows, 3, query({ limit: 3, after }))).toHaveProperty('next_cursor');
  });

  it('returns no cursor after an empty page', () => {
    expect(pageOf([], 0, new PageQuery())).toEqual({ rows: [], total: 0 });
  });
});
