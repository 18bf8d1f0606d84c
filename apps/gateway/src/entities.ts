import type { AnyTable } from '@towpath/persistence';
import { clockMoves } from './clock/clock-move.table.js';
import {
  clientSecrets,
  customerAppChanges,
  customerApps,
} from './customer-apps/customer-app.table.js';
import {
  linkCodes,
  refreshFamilies,
  refreshTokens,
} from './login-identity-tokens/login-identity-token.table.js';
import { signingKeyDistrusts, signingKeys } from './signing/signing-key.table.js';

/** Every table of the gateway's database besides the base tables, for the drift check. */
export const gatewayEntities: readonly AnyTable[] = [
  customerApps,
  clientSecrets,
  customerAppChanges,
  signingKeys,
  signingKeyDistrusts,
  clockMoves,
  refreshFamilies,
  refreshTokens,
  linkCodes,
];
