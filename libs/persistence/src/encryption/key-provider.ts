/** All versions of one purpose's key. Values are secret: never log one. */
export interface KeySet {
  /** Version that encrypts and signs from now on. */
  readonly current: string;
  /** Version → 32 random bytes. Old versions decrypt and verify as long as they are listed. */
  readonly keys: ReadonlyMap<string, Buffer>;
}

/**
 * Where keys come from: a mounted file, or a key management service behind the same interface.
 * `purpose` names what the key protects (`idempotency`, `bank-credentials` …); no two purposes
 * share a key.
 */
export abstract class KeyProvider {
  /** Throws `MissingKey` when the purpose has no usable key. */
  abstract keySet(purpose: string): KeySet;

  /** Throws one error that names every purpose without a usable key: for the boot. */
  require(purposes: readonly string[]): void {
    const problems: string[] = [];
    for (const purpose of purposes) {
      try {
        this.keySet(purpose);
      } catch (error) {
        problems.push(error instanceof Error ? error.message : String(error));
      }
    }
    if (problems.length > 0) throw new MissingKey(problems.join('; '));
  }
}

/** A key file is missing or unusable. The message names the file, never a key. */
export class MissingKey extends Error {
  override readonly name = 'MissingKey';
}

/** The purposes that the libraries themselves need in every service. */
export const BASE_KEY_PURPOSES = ['idempotency', 'personal-data', 'tokens'] as const;
