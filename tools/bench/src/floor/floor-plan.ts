/** A value that is written as it is, or that of a column of a row that is there already. */
export type FloorValue =
  { readonly text: string | null } | { readonly rowOf: string; readonly column: string };

/** Writes all rows of one transaction, and commits by being one statement. */
export interface FloorStatement {
  readonly database: string;
  readonly sql: string;
  readonly values: readonly FloorValue[];
}

/** What one operation of the system wrote, one statement for each of its transactions. */
export interface FloorOperation {
  readonly statements: readonly FloorStatement[];
}

/** What the floor's programs do for an operation; it reaches them as JSON. */
export interface FloorPlan {
  /** Taken in turn. */
  readonly operations: readonly FloorOperation[];
  /** Requests between the services behind the first two. */
  readonly calls: number;
  /** Requests to banks and gateways, whose own cost does not count. */
  readonly outsideCalls: number;
  /** Addresses of the databases by name. */
  readonly databases: Readonly<Record<string, string>>;
  /** Databases with events to publish. */
  readonly outboxes: readonly string[];
  /** IDs with this time or a later one are new in each operation. */
  readonly newSince: string;
  /** Rows that updates pick from, by `database.table`. */
  readonly rows: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>>;
  readonly kafkaBrokers: string;
  readonly topic: string;
}

/** Of the requests to the floor, and between its programs. */
export const BODY = { amount: 12_500, currency: 'HKD', reference: 'an order of the floor' };

const ULID = /[0-7][0-9A-HJKMNP-TV-Z]{25}/g;

/** A function that gives each ID of `newSince` or later another one, the same for the same ID. */
export function renewer(newSince: string, newId: () => string): (text: string) => string {
  const renewed = new Map<string, string>();
  return (text) =>
    text.replace(ULID, (id) => {
      if (id < newSince) return id;
      const other = renewed.get(id) ?? newId();
      renewed.set(id, other);
      return other;
    });
}
