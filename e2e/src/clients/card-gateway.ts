import { ApiClient } from '@towpath/testing';
import type { RunningSystem } from '../system/running-system.js';

/** The books of the sandbox's card gateway about one payment. Amounts: minor units. */
export interface GatewayPayment {
  readonly payment_id: string;
  readonly charged: number;
  readonly refunded: number;
  /** How often money was taken. */
  readonly captures: number;
  readonly references: readonly string[];
  readonly currency: string;
}

/** The gateway's own ledger of a customer app, asked as the merchant's server would. */
export async function gatewayLedger(
  system: Pick<RunningSystem, 'layout' | 'service'>,
  customerAppId: string,
): Promise<GatewayPayment[]> {
  const sandbox = new ApiClient(system.service('sandbox').url);
  const { payments } = await sandbox.call<{ payments: GatewayPayment[] }>({
    method: 'GET',
    path: `/ledger?customer_app_id=${customerAppId}`,
    token: system.layout.sandboxGatewaySecret,
  });
  return payments;
}
