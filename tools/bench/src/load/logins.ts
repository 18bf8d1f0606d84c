import type { Jwk } from '@towpath/contracts';
import type { LinkStatusResponse, LoginIdentityResponse } from '@towpath/contracts/account-data';
import { eventually, sealFields } from '@towpath/testing';
import { memoryMib } from '../measure/proc.js';
import type { Stage } from '../run/stage.js';
import { asAdmin, type Sql } from './admin.js';
import type { Shop } from './shop.js';

const SETTLED_WITHIN_MS = 600_000;
const SAMPLE_MS = 200;

/** Logs users in at the simulated bank, in the user interface of the app. */
export class Logins {
  private constructor(
    private readonly stage: Stage,
    private readonly shop: Shop,
    private readonly key: Jwk,
  ) {}

  static async of(stage: Stage, shop: Shop): Promise<Logins> {
    const { keys } = await stage.http.send<{ keys: [Jwk] }>({ method: 'GET', path: '/jwks' });
    return new Logins(stage, shop, keys[0]);
  }

  /** The new login identity, whose data is not there yet. */
  async link(userId: string, products: readonly string[]): Promise<string> {
    const typed = { user_id: userId, password: 'datagood' };
    const { login_identity: made } = await this.stage.http.send<LoginIdentityResponse>({
      method: 'POST',
      path: '/link',
      token: this.shop.token,
      body: {
        institution_id: 'testbank',
        user_id: 'user of the benchmark',
        consent: true,
        products_requested: products,
        store_credentials: true,
        encrypted_credentials: sealFields(typed, this.key),
      },
    });
    return made.login_identity_id;
  }

  /** A token of the login identity. */
  async tokenOf(id: string): Promise<string> {
    const { success } = await this.stage.http.send<LinkStatusResponse>({
      method: 'GET',
      path: `/link/status/${id}`,
      token: this.shop.token,
    });
    if (!success) throw new Error('the login is not linked');
    return success.access_token;
  }

  /** Until so many logins of the app have all their data. */
  async complete(count: number): Promise<void> {
    const app = this.shop.merchant.customerAppId;
    let found = 0;
    await withAdmin(this.stage, async (sql) => {
      const looks = async () => {
        [{ count: found } = { count: 0 }] = await sql<{ count: number }>(COMPLETE, [app]);
        return found >= count;
      };
      const describe = () => `${found} of ${count} logins to be complete`;
      await eventually(looks, { deadlineMs: SETTLED_WITHIN_MS, describe });
    });
  }
}

const COMPLETE = `SELECT count(*)::int AS count FROM login_identities
  WHERE customer_app_id = $1 AND status = 'DATA_RETRIEVAL_COMPLETE' AND next_refresh_at IS NULL`;

/** The database of account-data as its administrator has it. */
export const withAdmin = <T>(stage: Stage, work: (sql: Sql) => Promise<T>): Promise<T> =>
  asAdmin(stage, 'account-data', work);

/** Highest memory of account-data during `work`, in MiB. */
export async function peakMib({ system }: Stage, work: () => Promise<void>): Promise<number> {
  const { pid } = system.service('account-data');
  let peak = 0;
  const look = () => {
    if (pid !== undefined) peak = Math.max(peak, memoryMib(pid));
  };
  const timer = setInterval(look, SAMPLE_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
    look();
  }
  return peak;
}
