import { BaseTables1700000000000 } from '@towpath/persistence';
import { CustomerApps1700000001000 } from './1700000001000-customer-apps/migration.js';
import { SigningKeys1700000002000 } from './1700000002000-signing-keys/migration.js';
import { DeleteNoAppsNorKeys1700000003000 } from './1700000003000-delete-no-apps-nor-keys/migration.js';
import { DistrustSigningKeys1700000310000 } from './1700000310000-distrust-signing-keys/migration.js';
import { ClockMoves1700000330000 } from './1700000330000-clock-moves/migration.js';
import { LoginIdentityTokens1700000345000 } from './1700000345000-login-identity-tokens/migration.js';
import { DeleteNoMovesNorTokens1700000346000 } from './1700000346000-delete-no-moves-nor-tokens/migration.js';
import { HandOutOnce1700000505000 } from './1700000505000-hand-out-once/migration.js';
import { RequirePkce1700000506000 } from './1700000506000-require-pkce/migration.js';

export const gatewayMigrations = [
  BaseTables1700000000000,
  CustomerApps1700000001000,
  SigningKeys1700000002000,
  DeleteNoAppsNorKeys1700000003000,
  DistrustSigningKeys1700000310000,
  ClockMoves1700000330000,
  LoginIdentityTokens1700000345000,
  DeleteNoMovesNorTokens1700000346000,
  HandOutOnce1700000505000,
  RequirePkce1700000506000,
] as const;
