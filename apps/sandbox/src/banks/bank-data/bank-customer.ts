import { createHash } from 'node:crypto';

/** Numbers that follow from a text alone: the same text gives the same numbers, in order. */
export class SeededRandom {
  private state: number;

  constructor(seed: string) {
    this.state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  }

  /** From `min` to `max`, both included. */
  between([min, max]: readonly [min: number, max: number]): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  pick<T>(values: readonly [T, ...T[]]): T {
    return values[this.between([0, values.length - 1])] ?? values[0];
  }

  /** From 0 up to 1 (mulberry32). */
  private next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
}

export type AccountKind = 'current' | 'savings' | 'card';
export const ACCOUNT_KINDS = ['current', 'savings', 'card'] as const;

/** The bank's data about a user, derived from the user ID. Amounts: cents of HKD. */
export interface BankCustomer {
  readonly userId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly mobilePhone: string;
  readonly dateOfBirth: string;
  readonly address: {
    readonly flat: string;
    readonly floor: string;
    readonly building: string;
    readonly number: string;
    readonly street: string;
    readonly district: string;
  };
  readonly numbers: Readonly<Record<AccountKind, string>>;
  readonly employer: string;
  readonly salary: number;
  readonly rent: number;
  readonly saving: number;
  readonly creditLimit: number;
}

const FIRST = ['Mei', 'Ka Ho', 'Siu Ming', 'Grace', 'Daniel', 'Ivy', 'Wing', 'Jasper'] as const;
const LAST = ['Chan', 'Lee', 'Wong', 'Ho', 'Lam', 'Cheung', 'Ng', 'Yip'] as const;
const BUILDINGS = ['Harbour Court', 'Jade Terrace', 'Lantern House', 'Tern Tower'] as const;
const STREETS = ['Kestrel Road', 'Willow Street', 'Quay Lane', 'Plum Avenue'] as const;
const DISTRICTS = ['Sha Tin', 'Kwun Tong', 'Wan Chai', 'Tsuen Wan'] as const;
const EMPLOYERS = ['BRIGHTWATER TRADING LTD', 'NORTHPOINT DESIGN CO', 'SILVERLINE FOODS'] as const;

export function bankCustomer(userId: string): BankCustomer {
  const random = new SeededRandom(`customer ${userId}`);
  const firstName = random.pick(FIRST);
  const lastName = random.pick(LAST);
  const digits = (count: number) =>
    Array.from({ length: count }, () => random.between([0, 9])).join('');
  const salary = random.between([30, 60]) * 100_000;
  return {
    userId,
    firstName,
    lastName,
    email: `${userId.replaceAll(/[^a-z0-9]/giu, '.')}@mail.example`,
    mobilePhone: `+852 9${digits(3)} ${digits(4)}`,
    dateOfBirth: `19${random.between([70, 99])}-0${random.between([1, 9])}-1${random.between([0, 9])}`,
    address: {
      flat: random.pick(['A', 'B', 'C', 'D']),
      floor: String(random.between([1, 40])),
      building: random.pick(BUILDINGS),
      number: String(random.between([1, 199])),
      street: random.pick(STREETS),
      district: random.pick(DISTRICTS),
    },
    numbers: {
      current: `012-${digits(6)}-001`,
      savings: `012-${digits(6)}-882`,
      card: `4000 12${digits(2)} ${digits(4)} ${digits(4)}`,
    },
    employer: random.pick(EMPLOYERS),
    salary,
    rent: Math.round(salary * 0.35),
    saving: Math.round(salary * 0.1),
    creditLimit: salary * 2,
  };
}

export function accountKeyOf({ userId }: BankCustomer, kind: AccountKind): string {
  return `${userId}-${kind}`;
}
