import type { Metadata } from './stripe-objects.js';
import { invalid } from './stripe-refusal.js';

/** Values are texts, lists of texts, and forms. */
type Form = Record<string, unknown>;

function isForm(value: unknown): value is Form {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `{ 'metadata[a]': 'x', 'expand[0]': 'y' }` as objects in objects. */
function nested(flat: Readonly<Record<string, unknown>>): Form {
  const form: Form = Object.create(null);
  for (const [key, value] of Object.entries(flat)) {
    const [first = '', ...rest] = key.split('[').map((part) => part.replace(/\]$/, ''));
    let at = form;
    let name = first;
    for (const part of rest) {
      const inner = at[name];
      const next: Form = isForm(inner) ? inner : Object.create(null);
      at[name] = next;
      at = next;
      name = part;
    }
    at[name] = Array.isArray(value) ? value.map(String) : String(value);
  }
  return form;
}

/** The parameters of a request, read by name; an unknown or malformed one is refused. */
export class StripeParams {
  private constructor(
    private readonly form: Form,
    private readonly within = '',
  ) {}

  static of(flat: unknown): StripeParams {
    return new StripeParams(nested((flat ?? {}) as Record<string, unknown>));
  }

  /** For the comparison of two requests under one key. */
  toJSON(): unknown {
    return this.form;
  }

  has(name: string): boolean {
    return this.form[name] !== undefined;
  }

  /** @param names of all parameters that the request may have */
  only(names: string): this {
    const known = new Set(['expand', ...names.split(' ')]);
    for (const name of Object.keys(this.form)) {
      if (known.has(name)) continue;
      const message = `Received unknown parameter: ${this.path(name)}`;
      throw invalid(message, { code: 'parameter_unknown', param: this.path(name) });
    }
    return this;
  }

  text(name: string): string | null {
    const value = this.form[name];
    if (value === undefined || value === '') return null;
    if (typeof value === 'string') return value;
    throw invalid('Invalid string', { code: 'parameter_invalid_string', param: this.path(name) });
  }

  required(name: string): string {
    const value = this.text(name);
    if (value !== null) return value;
    const message = `Missing required param: ${this.path(name)}.`;
    throw invalid(message, { code: 'parameter_missing', param: this.path(name) });
  }

  integer(name: string): number | null {
    const value = this.text(name);
    if (value === null) return null;
    if (/^-?\d{1,15}$/.test(value)) return Number(value);
    const more = { code: 'parameter_invalid_integer', param: this.path(name) };
    throw invalid(`Invalid integer: ${value}`, more);
  }

  flag(name: string): boolean | null {
    const value = this.text(name);
    return value === null ? null : this.one(name, ['true', 'false']) === 'true';
  }

  one<T extends string>(name: string, choices: readonly T[]): T | null {
    const value = this.text(name);
    if (value === null) return null;
    const found = choices.find((choice) => choice === value);
    if (found) return found;
    const message = `Invalid ${this.path(name)}: must be one of ${choices.join(', ')}`;
    throw invalid(message, { code: 'parameter_invalid_enum', param: this.path(name) });
  }

  list(name: string): string[] {
    const value = this.form[name];
    if (value === undefined || value === '') return [];
    if (typeof value === 'string') return [value];
    return Object.values(value ?? {})
      .flat()
      .map(String);
  }

  isForm(name: string): boolean {
    return isForm(this.form[name]);
  }

  inside(name: string): StripeParams {
    const value = this.form[name];
    return new StripeParams(isForm(value) ? value : {}, this.path(name));
  }

  /** Texts of an object with any members; an empty one is null. */
  texts(name: string): Record<string, string | null> {
    const inner = this.inside(name);
    const names = Object.keys(inner.form);
    return Object.fromEntries(names.map((each) => [each, inner.text(each)]));
  }

  /** An empty value takes its key away. */
  metadata(before: Metadata = {}): Metadata {
    const merged = { ...before, ...this.texts('metadata') };
    const left = Object.entries(merged).filter((entry): entry is [string, string] => !!entry[1]);
    const isFit = ([key, value]: readonly [string, string]) =>
      key.length <= 40 && value.length <= 500;
    if (left.length <= 50 && left.every(isFit)) return Object.fromEntries(left);
    const message = 'Metadata has at most 50 keys of 40 characters, with values of 500.';
    throw invalid(message, { code: 'parameter_invalid_metadata', param: 'metadata' });
  }

  private path(name: string): string {
    return this.within ? `${this.within}[${name}]` : name;
  }
}
