import { KeyProvider, type KeyPurpose, type KeySet } from '../encryption/key-provider.js';

/** Keys in memory, one per purpose, which a spec may rotate. */
export class SpecimenKeys extends KeyProvider {
  private current = 'v1';
  private readonly keys = new Map([['v1', Buffer.alloc(32, 1)]]);

  override keySet(purpose: KeyPurpose): KeySet {
    const salted = [...this.keys].map(([version, key]) => {
      const own = Buffer.from(key);
      own.write(purpose);
      return [version, own] as const;
    });
    return { current: this.current, keys: new Map(salted) };
  }

  rotate(version: string): void {
    this.keys.set(version, Buffer.alloc(32, version.length + this.keys.size * 7));
    this.current = version;
  }

  forget(version: string): void {
    this.keys.delete(version);
  }
}
