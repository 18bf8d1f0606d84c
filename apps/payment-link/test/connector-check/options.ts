import { parseArgs } from 'node:util';
import { isLoopback } from '@towpath/http';

/** Nothing was checked: one sentence for the operator, and exit code 2. */
export class NotBegun extends Error {
  override readonly name = 'NotBegun';
}

/** A double of the interface of the processor, and a stand-in for its script. */
export interface StandIn {
  readonly apiBase: string;
  /** A file in place of the usual stand-in; null for that one. */
  readonly script: string | null;
}

export interface CheckOptions {
  readonly integration: string;
  /** Part of the names of the checks that run; empty for all. */
  readonly only: string;
  readonly json: boolean;
  /** Null: the processor itself. */
  readonly standIn: StandIn | null;
}

export const USAGE = `npm run connector-check -- --integration GW4 [--only TEXT] [--json]

Proves a connector against the test mode of its processor, with your own test keys: the suite of card
gateways, then the card fields with the script of the processor in Chromium. Live keys are refused.
Test payments stay in your test account; what is open is cancelled, stored cards are removed.

--integration  GW4 (Stripe; STRIPE_TEST_SECRET_KEY and STRIPE_TEST_PUBLISHABLE_KEY, or these names
               with _FILE for files)
--only         runs the checks whose names contain the text
--json         prints one JSON document instead of the table

Exit code 0: all was proved; 1: something failed; 2: the check did not begin.

Only for tests of this command, on this machine:
--api-base     URL of a double of the processor; a stand-in is in place of its script
--script       file of another stand-in
`;

/** Throws `NotBegun` for a command line that is wrong. */
export function readOptions(args: readonly string[]): CheckOptions | 'help' {
  const { values } = parsed(args);
  if (values.help) return 'help';
  const { integration, only = '', json = false, script = null } = values;
  if (integration === undefined) throw new NotBegun('--integration is missing, for example GW4.');
  const { 'api-base': apiBase } = values;
  if (apiBase !== undefined)
    return { integration, only, json, standIn: { apiBase: ofThisMachine(apiBase), script } };
  if (script !== null) throw new NotBegun('--script is for tests, with --api-base.');
  return { integration, only, json, standIn: null };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        integration: { type: 'string' },
        only: { type: 'string' },
        json: { type: 'boolean' },
        'api-base': { type: 'string' },
        script: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split('\n');
    throw new NotBegun(sentence);
  }
}

/** The origin of a URL. A key must not reach a stranger by a copied command. */
function ofThisMachine(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url && isLoopback(url.hostname)) return url.origin;
  throw new NotBegun('--api-base must be a URL of this machine, such as http://127.0.0.1:4242.');
}
