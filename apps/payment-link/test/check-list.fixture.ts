import { format } from 'node:util';
import type { Capability } from './connected-gateway.fixture.js';

/** One thing that every gateway must do, for a test runner and for `npm run connector-check`. */
export interface GatewayCheck {
  readonly name: string;
  /** Throws what is wrong. */
  readonly run: () => Promise<void>;
  /** Without it, nothing is tried. */
  readonly needs?: Capability;
}

type Work<Row extends readonly unknown[]> = (...row: [...Row]) => Promise<void> | void;

/** Checks, written like tests. */
export class CheckList {
  readonly checks: GatewayCheck[] = [];

  it(name: string, work: Work<[]>, needs?: Capability): void {
    const run = async () => work();
    this.checks.push({ name, run, ...(needs && { needs }) });
  }

  /** One for each row; the name has places for its values, such as `%s`. */
  each<const Row extends readonly unknown[]>(
    rows: readonly Row[],
    name: string,
    work: Work<Row>,
    needs?: Capability,
  ): void {
    for (const row of rows) this.it(named(name, row), () => work(...row), needs);
  }
}

/** Values without a place in the name are not shown. */
function named(name: string, row: readonly unknown[]): string {
  const places = name.match(/%[sdj]/g)?.length ?? 0;
  return format(name, ...row.slice(0, places));
}
