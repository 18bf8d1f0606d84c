/** `as_is`: no browser translates the value. */
export type Fact = readonly [term: string, value: string | null | undefined, kind?: 'as_is'];

interface FactsProps {
  readonly facts: readonly Fact[];
  readonly class?: string;
}

/** Facts in rows; one without a value has no row. */
export function Facts({ facts, class: name = 'receipt' }: FactsProps) {
  return (
    <dl class={name}>
      {facts.map(([term, value, kind]) =>
        value ? (
          <div key={term}>
            <dt>{term}</dt>
            <dd translate={kind ? false : undefined}>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
