import { field, check, defineField, type FieldOptions } from '@towpath/contracts';
import { IsISO8601, IsUrl, MaxLength } from 'class-validator';

import { REFERENCE } from '../parties/parties.js';

const WEB_URL = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };
const TEXT = { schema: { type: 'string' } };

interface TextForm {
  readonly form: RegExp;
  /** Completes "<field> …". */
  readonly must: string;
}

/** Text of one form. */
export function FormField({ form, must }: TextForm, options: FieldOptions = {}) {
  const test = (value: unknown) => typeof value === 'string' && form.test(value);
  return defineField([options], {
    shape: TEXT,
    decorators: [check({ name: 'hasForm', must, test })],
  });
}

/** A reference of the merchant, which is part of paths and of the simulated ledger. */
export function ReferenceField(options: FieldOptions = {}) {
  return FormField({ form: REFERENCE, must: 'must be 1 to 64 letters, digits, - or _' }, options);
}

/** An address on the web; local addresses are as good as any here. */
export function WebUrlField(options: FieldOptions = {}) {
  return defineField([options], { shape: TEXT, decorators: [IsUrl(WEB_URL), MaxLength(2_000)] });
}

/** A day or an instant in ISO 8601. */
export function MomentField(options: FieldOptions = {}) {
  return defineField([options], { shape: TEXT, decorators: [IsISO8601({ strict: true })] });
}

/** Minor units of a currency. */
export function MinorUnitsField({ min = 1, ...options }: FieldOptions & { min?: number } = {}) {
  return field.integer({ ...options, min, max: Number.MAX_SAFE_INTEGER });
}
