import { createSandboxApp, type System } from '@towpath/local-system';
import { ApiClient, Merchant, type ApiRequest } from '@towpath/testing';

export interface Shop {
  readonly merchant: Merchant;
  /** Its settlement account. */
  readonly accountId: string;
}

/** A new customer app. */
export async function openShop(
  system: System,
  name: string,
  currencies: readonly string[] = ['HKD'],
): Promise<Shop> {
  const app = await createSandboxApp(system, { name, currencies });
  const [account] = app.settlement_accounts;
  if (!account) throw new Error('the shop has no settlement account');
  const merchant = new Merchant(new ApiClient(system.baseUrl), app);
  return { merchant, accountId: account.account_id };
}

/** A call that is measured: without the SDK, which would be measured too. */
export async function call<T>(merchant: Merchant, request: ApiRequest): Promise<T> {
  return merchant.api.call<T>({ ...request, token: await merchant.accessToken() });
}
