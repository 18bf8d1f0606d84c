/** The credentials of a customer app. */
export interface AppCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A token, and for how many seconds it is valid from now on. */
export interface GrantedToken {
  readonly access_token: string;
  readonly expires_in: number;
}

interface Kept {
  readonly token: string;
  readonly renewAtMs: number;
}

const EARLY_MS = 60_000;
const MS_PER_S = 1_000;
const REMEMBERED = 3;

/**
 * The token of a customer app. Calls that need one at the same time share one request. A token is
 * replaced a minute before it expires, or half of its life before if it lives for less than that.
 */
export class AppTokens {
  private kept?: Kept;
  private asked?: Promise<Kept>;
  private recent: readonly string[] = [];

  constructor(private readonly ask: () => Promise<GrantedToken>) {}

  async current(): Promise<string> {
    if (this.kept && performance.now() < this.kept.renewAtMs) return this.kept.token;
    return (await this.renewed()).token;
  }

  /** What to send in place of a token that was refused. Undefined if the token was not from here. */
  async insteadOf(refused: string): Promise<string | undefined> {
    if (!this.recent.includes(refused)) return undefined;
    // Another call may have replaced it already.
    if (this.kept?.token === refused) delete this.kept;
    return this.current();
  }

  private renewed(): Promise<Kept> {
    this.asked ??= this.request().catch((failure: unknown) => {
      delete this.asked;
      throw failure;
    });
    return this.asked;
  }

  private async request(): Promise<Kept> {
    const { access_token: token, expires_in: seconds } = await this.ask();
    const lifeMs = seconds * MS_PER_S;
    const renewAtMs = performance.now() + lifeMs - Math.min(EARLY_MS, lifeMs / 2);
    this.recent = [token, ...this.recent].slice(0, REMEMBERED);
    this.kept = { token, renewAtMs };
    delete this.asked;
    return this.kept;
  }
}
