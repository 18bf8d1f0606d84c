import type { ExternalAccount } from './domain/external-account.js';
import type { SettlementAccount } from './domain/settlement-account.js';

export interface AccountFilters {
  readonly accountType: 'EXTERNAL_ACCOUNT' | 'SETTLEMENT_ACCOUNT' | null;
  /** Empty: any. */
  readonly currencies: readonly string[];
}

/** An account as the list of both kinds has it. */
export type ListedAccount =
  | { readonly accountType: 'SETTLEMENT_ACCOUNT'; readonly account: SettlementAccount }
  | { readonly accountType: 'EXTERNAL_ACCOUNT'; readonly account: ExternalAccount };

export interface AuditEntry {
  readonly action: 'CREATE' | 'UPDATE';
  /** Who changed it: the operator, as given to the command line. */
  readonly actor: string;
}
