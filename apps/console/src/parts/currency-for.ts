const AMOUNTS = /(^|_)amount(_|$)|^(fee|net)$/;

/** The currency of a member that is an amount: its own, or that of what it is a member of. */
export function currencyFor(
  name: string,
  of: Readonly<Record<string, unknown>>,
): string | undefined {
  const own = of[name.replace(/amount$/, 'currency')];
  const found = AMOUNTS.test(name) ? (typeof own === 'string' ? own : of['currency']) : undefined;
  return typeof found === 'string' ? found : undefined;
}
