import type { CustomerAppId } from '@towpath/kernel';
import type { CustomerApp } from './domain/customer-app.js';

/** Actor and content of a change, without secrets. */
export interface Audit {
  /** An operator's name, or `api`. */
  readonly actor: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** A client secret as stored: a keyed hash. */
export interface NewSecret {
  readonly customerAppId: CustomerAppId;
  readonly hash: string;
  readonly createdAt: Date;
}

export interface AppWithSecrets {
  readonly app: CustomerApp;
  /** Hashes of the secrets that are valid now; two while a rotation overlaps. */
  readonly secretHashes: readonly string[];
}
