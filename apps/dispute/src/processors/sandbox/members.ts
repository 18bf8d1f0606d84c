import { isCurrency, Money } from '@towpath/kernel';
import { UnreadableNotification } from '../ports.js';

const MAX_CHARACTERS = 1_000;

/** Members of a notification, read with the type that the processor promises. */
export class Members {
  private constructor(
    private readonly values: Readonly<Record<string, unknown>>,
    private readonly path: string,
  ) {}

  /** Throws `UnreadableNotification` unless the body is a JSON object. */
  static parse(body: string): Members {
    try {
      return Members.of(JSON.parse(body), 'body');
    } catch (error) {
      if (error instanceof SyntaxError) throw new UnreadableNotification('body is not JSON');
      throw error;
    }
  }

  in(name: string): Members {
    return Members.of(this.values[name], `${this.path}.${name}`);
  }

  /** Objects of a list. */
  each(name: string): Members[] {
    const value = this.values[name];
    if (!Array.isArray(value)) throw this.unfit(name, { wanted: 'a list' });
    return value.map((each, index) => Members.of(each, `${this.path}.${name}[${index}]`));
  }

  text(name: string): string {
    const value = this.values[name];
    if (typeof value === 'string' && isStorable(value)) return value;
    throw this.unfit(name, { wanted: `a text of 1 to ${MAX_CHARACTERS} characters` });
  }

  textOrNull(name: string): string | null {
    return (this.values[name] ?? null) === null ? null : this.text(name);
  }

  /** An integer of 1 or more. */
  count(name: string): number {
    const value = this.values[name];
    if (Number.isSafeInteger(value) && Number(value) > 0) return Number(value);
    throw this.unfit(name, { wanted: 'a positive integer' });
  }

  flag(name: string): boolean {
    const value = this.values[name];
    if (typeof value === 'boolean') return value;
    throw this.unfit(name, { wanted: 'true or false' });
  }

  currency(name: string): string {
    const value = this.text(name);
    if (isCurrency(value)) return value;
    throw this.unfit(name, { wanted: 'a currency' });
  }

  /** Minor units, 0 or more. */
  amount(name: string): number {
    const value = this.values[name];
    if (Number.isSafeInteger(value) && Number(value) >= 0) return Number(value);
    throw this.unfit(name, { wanted: 'minor units' });
  }

  /** Minor units of decimal text such as `12.50`. */
  decimal(name: string, { currency }: { readonly currency: string }): number {
    try {
      return Money.fromDecimal({ text: this.text(name), currency }).amount;
    } catch (error) {
      if (error instanceof UnreadableNotification) throw error;
      throw this.unfit(name, { wanted: 'a decimal amount' });
    }
  }

  /** @param msPerUnit 1,000 where the processor counts seconds */
  instantOrNull(name: string, msPerUnit = 1): Date | null {
    const value = this.values[name] ?? null;
    if (value === null) return null;
    const at = new Date(typeof value === 'number' ? value * msPerUnit : String(value));
    if (!Number.isNaN(at.getTime())) return at;
    throw this.unfit(name, { wanted: 'an instant' });
  }

  private static of(value: unknown, path: string): Members {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return new Members(value as Record<string, unknown>, path);
    }
    throw new UnreadableNotification(`${path} is not an object`);
  }

  private unfit(name: string, { wanted }: { readonly wanted: string }): UnreadableNotification {
    return new UnreadableNotification(`${this.path}.${name} is not ${wanted}`);
  }
}

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
function isStorable(text: string): boolean {
  const isShort = text.length > 0 && text.length <= MAX_CHARACTERS;
  return isShort && text.isWellFormed() && !text.includes('\0');
}
