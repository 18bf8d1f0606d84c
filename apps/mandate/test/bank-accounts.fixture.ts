import type { RawCallBack } from '@towpath/http';
import type {
  AppsReference,
  BankMandateAnswer,
  DirectDebitConnector,
  SettledDebit,
} from '../src/banks/direct-debit/ports.js';

/** A connector with the bank behind it. */
export interface ConnectedBank {
  readonly connector: DirectDebitConnector;
  /** The same connector, whose bank is away. */
  readonly away: DirectDebitConnector;
  /** Stops the clock of an app at an instant; what is due by it has happened afterwards. */
  freezeClock(customerAppId: string, at: Date): Promise<void>;
  /** Plays the bank of the payer. */
  decide(
    mandate: AppsReference,
    decision: 'accept' | 'reject' | 'revoke',
  ): Promise<BankMandateAnswer>;
  /** What reached the call-back address. */
  readonly callBacks: readonly RawCallBack[];
}

/** By their last four digits; see `docs/sandbox.md`. */
export const ACCOUNTS = {
  good: '012-345-678901',
  rejected: '012-345-670002',
  undecided: '012-345-670003',
  revokedLater: '012-345-670004',
  poor: '012-345-670005',
  returned: '012-345-670006',
  lost: '012-345-670007',
  scrambled: '012-345-670008',
};

export async function collect(entries: AsyncIterable<SettledDebit>): Promise<SettledDebit[]> {
  const collected: SettledDebit[] = [];
  for await (const entry of entries) collected.push(entry);
  return collected;
}
