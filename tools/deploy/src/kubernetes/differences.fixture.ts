/** What is wanted and missing, and what is there and unknown. */
export function differences(
  what: string,
  { wanted, found }: { readonly wanted: readonly string[]; readonly found: readonly string[] },
): string[] {
  const missing = [...new Set(wanted)].filter((each) => !found.includes(each));
  const surplus = [...new Set(found)].filter((each) => !wanted.includes(each));
  return [
    ...missing.map((each) => `no ${what}: ${each}`),
    ...surplus.map((each) => `unknown ${what}: ${each}`),
  ];
}
