import { isPasswordHash, isPasswordOf, passwordHash } from './password-hash.js';

describe('the hash of a password', () => {
  it('knows the password and no other', async () => {
    const hash = await passwordHash('correct horse');
    expect(isPasswordHash(hash)).toBe(true);
    expect(await isPasswordOf({ hash, password: 'correct horse' })).toBe(true);
    expect(await isPasswordOf({ hash, password: 'correct horsf' })).toBe(false);
    expect(await isPasswordOf({ hash, password: '' })).toBe(false);
  });

  it('has a salt of its own', async () => {
    const [one, other] = await Promise.all([passwordHash('same'), passwordHash('same')]);
    expect(one).not.toBe(other);
  });

  it.each(['', 'correct horse', 'scrypt:a:b', 'bcrypt:x'])('is not "%s"', (text) =>
    expect(isPasswordHash(text)).toBe(false),
  );
});
