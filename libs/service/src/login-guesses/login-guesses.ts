import { isLoopback, networkOf } from '@towpath/http';
import { newId, type Id } from '@towpath/kernel';
import { byKey, KeyedHash, type AppTx } from '@towpath/persistence';

/** Wrong logins of one session of a page. */
const MAX_PER_SESSION = 5;
/** Wrong logins within an hour: of one address on pages, of one login, of one user of an app. */
const MAX_PER_ADDRESS = 20;
const MAX_PER_LOGIN = 5;
const MAX_PER_USER = 10;
/** The same for one app, unless the operator sets another number. */
const MAX_PER_APP = 100;
const HOUR_MS = 3_600_000;
const ALWAYS = new Date(0);

/** Who hands over a login. */
export interface LoginCaller {
  /** As the API gateway saw it; null if the request did not come through it. */
  readonly address: string | null;
}

interface NamedLogin {
  readonly institutionId: string;
  readonly name: string;
}

/** A login that a user typed on a page of ours, or in the user interface of a customer app. */
export type GuessedLogin =
  | { readonly sessionId: string }
  | {
      readonly userId: string;
      /** From `loginKey`; null if the login has no name. */
      readonly login: string | null;
    };

/** A login that the bank must not be asked about is `isRefused`. */
export interface LoginGuess {
  /** Null where nothing is counted. */
  readonly guessId: string | null;
  readonly isRefused: boolean;
}

interface Limit {
  readonly name: string;
  readonly most: number;
  readonly since: Date;
}

interface Made {
  readonly made: number;
}

const LOCK = byKey('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))');
const COUNT = byKey('SELECT login_guesses_since($1, $2) AS made');

const NOT_COUNTED: LoginGuess = { guessId: null, isRefused: false };

/**
 * Limits on guessing logins of institutions, over all customer apps. A login counts before the bank
 * is asked, so that logins at the same time cannot pass a limit; it is taken back unless the bank
 * found it wrong. Test apps on this machine are not limited.
 */
export class LoginGuesses {
  constructor(protected readonly hash: KeyedHash) {}

  /** The login by its name at the institution, however it is spelled; without the name. */
  loginKey({ institutionId, name }: NamedLogin): string | null {
    const value = name.normalize('NFKC').replaceAll(/\s/gu, '').toLowerCase();
    return value === '' ? null : this.keyOf(`login ${institutionId} ${value}`);
  }

  async begin(tx: AppTx, from: LoginCaller, login: GuessedLogin): Promise<LoginGuess> {
    const isHere = from.address === null || isLoopback(from.address);
    await tx.begun;
    if (tx.customerApp.type === 'TEST' && isHere) return NOT_COUNTED;
    const limits = (await this.limitsOf(tx, from, login))
      .map(({ name, ...limit }) => ({ ...limit, key: this.keyOf(name) }))
      .toSorted((one, other) => (one.key < other.key ? -1 : 1));
    // Locked in one order, until the transaction ends; the counts begin after the locks.
    const [, counts] = await Promise.all([
      Promise.all(limits.map(({ key }) => tx.query(LOCK, [key]))),
      Promise.all(limits.map(({ key, since }) => tx.query<Made>(COUNT, [key, since]))),
    ]);
    const isUsedUp = counts.some(([row], index) => (row?.made ?? 0) >= (limits[index]?.most ?? 0));
    if (isUsedUp) return { guessId: null, isRefused: true };
    const guessId = newId<Id<'LoginGuess'>>(tx.systemNow);
    await tx.query(
      byKey(`INSERT INTO login_guesses (customer_app_id, guess_id, limited_by, made_at)
       SELECT $1, $2, unnest($3::text[]), $4`),
      [tx.customerApp.id, guessId, limits.map(({ key }) => key), tx.systemNow],
    );
    return { guessId, isRefused: false };
  }

  /** The bank did not find the login wrong. */
  async takeBack(tx: AppTx, guess: LoginGuess | null | undefined): Promise<void> {
    if (!guess?.guessId) return;
    await tx.query(
      byKey('DELETE FROM login_guesses WHERE customer_app_id = $1 AND guess_id = $2'),
      [tx.customerApp.id, guess.guessId],
    );
  }

  private async limitsOf(
    tx: AppTx,
    { address }: LoginCaller,
    login: GuessedLogin,
  ): Promise<readonly Limit[]> {
    const since = new Date(tx.systemNow.getTime() - HOUR_MS);
    if ('sessionId' in login) {
      const ofSession = {
        name: `session ${login.sessionId}`,
        most: MAX_PER_SESSION,
        since: ALWAYS,
      };
      if (address === null) return [ofSession];
      return [ofSession, { name: `address ${networkOf(address)}`, most: MAX_PER_ADDRESS, since }];
    }
    // The address is that of the app's server: behind it are all of its users.
    const { id } = tx.customerApp;
    const limits = [
      { name: `user ${id} ${login.userId}`, most: MAX_PER_USER, since },
      { name: `app ${id}`, most: await this.budgetOf(tx), since },
    ];
    if (login.login === null) return limits;
    return [...limits, { name: login.login, most: MAX_PER_LOGIN, since }];
  }

  private async budgetOf(tx: AppTx): Promise<number> {
    const [row] = await tx.query<{ budget: string | null }>(
      byKey(`SELECT settings ->> 'wrong_logins_per_hour' AS budget FROM customer_app_views
       WHERE customer_app_id = $1`),
      [tx.customerApp.id],
    );
    return row?.budget ? Number(row.budget) : MAX_PER_APP;
  }

  /** Keyed, and the same for all apps. */
  private keyOf(name: string): string {
    return this.hash.tokenize({ customerAppId: '', value: `login guess ${name}` });
  }
}
