import type { AccessTokenClaims } from '@towpath/contracts';
import { plusMs } from '@towpath/kernel';
import { assertMayGoOn, pageSessionBeganAt } from './page-session.js';

const HOUR_MS = 3_600_000;
const BEGAN = new Date('2026-01-01T10:00:00Z');
const BEGAN_S = BEGAN.getTime() / 1_000;
const claims = { iat: BEGAN_S } as AccessTokenClaims;

describe('the session of a hosted page', () => {
  it('begins with its first token', () => {
    expect(pageSessionBeganAt({ claims })).toBe(BEGAN_S);
    const later = { ...claims, iat: BEGAN_S + 1_700, session_began_at: BEGAN_S };
    expect(pageSessionBeganAt({ claims: later })).toBe(BEGAN_S);
  });

  it('may be extended for eight hours', () => {
    const justBefore = plusMs(BEGAN, 8 * HOUR_MS - 1);
    expect(() => assertMayGoOn(BEGAN_S, justBefore)).not.toThrow();
    expect(() => assertMayGoOn(BEGAN_S, plusMs(BEGAN, 8 * HOUR_MS))).toThrow(
      expect.objectContaining({ code: 'TOKEN_EXPIRED' }),
    );
  });
});
