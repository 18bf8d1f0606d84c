import { plusMs } from '@towpath/kernel';

/** A secret that signs call-backs. Instants are real time, in ISO 8601. */
interface KeptSecret {
  readonly secret: string;
  readonly since: string;
  /** Null for a present one. */
  readonly until: string | null;
}

/** The sealed part of an account. */
export interface AccountKeys {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecrets: readonly KeptSecret[];
}

/** Keys as an operator gives them. */
interface GivenKeys extends Pick<AccountKeys, 'secretKey' | 'publishableKey'> {
  readonly webhookSecrets: readonly string[];
}

export function newKeys({ webhookSecrets, ...keys }: GivenKeys, at: Date): AccountKeys {
  const since = at.toISOString();
  const secrets = [...new Set(webhookSecrets)].map((secret) => ({ secret, since, until: null }));
  return { ...keys, webhookSecrets: secrets };
}

/** The given secrets are the present ones; those before them end after the overlap. */
export function rotated(
  keys: AccountKeys,
  { secrets, overlapMs }: { readonly secrets: readonly string[]; readonly overlapMs: number },
  at: Date,
): AccountKeys {
  const ends = plusMs(at, overlapMs).toISOString();
  const known = new Map(keys.webhookSecrets.map((kept) => [kept.secret, kept]));
  const given = [...new Set(secrets)];
  const present = given.map((secret) => {
    const since = known.get(secret)?.since ?? at.toISOString();
    return { secret, since, until: null };
  });
  const old = validAt(keys, at)
    .filter(({ secret }) => !given.includes(secret))
    .map((kept) => ({
      ...kept,
      until: kept.until !== null && kept.until < ends ? kept.until : ends,
    }));
  return { ...keys, webhookSecrets: [...present, ...(overlapMs > 0 ? old : [])] };
}

export function validAt({ webhookSecrets }: AccountKeys, at: Date): readonly KeptSecret[] {
  const now = at.toISOString();
  return webhookSecrets.filter(({ until }) => until === null || until > now);
}
