/** One repetition of a load. */
export interface Turn {
  readonly count: number;
  readonly elapsedMs: number;
  /** CPU of the processes of its services above their use at rest. */
  readonly cpuMs: number;
  /** Of that: the second processes. */
  readonly secondMs: number;
  readonly postgresMs: number;
}

export interface Rates {
  readonly perS: number;
  /** Work per second of a core that runs only the services. */
  readonly perCoreS: number;
}

export interface Comparison {
  readonly one: Rates;
  readonly two: Rates;
  /** Work per core with two processes, by that with one. */
  readonly ratio: number;
  /** CPU of the second processes among that of both, 0 to 1. */
  readonly share: number;
  /** PostgreSQL's CPU for each, with two processes by that with one. */
  readonly postgresRatio: number;
}

/** As if the turns were one. */
export function sumOf(turns: readonly Turn[]): Turn {
  return turns.reduce((sum, turn) => ({
    count: sum.count + turn.count,
    elapsedMs: sum.elapsedMs + turn.elapsedMs,
    cpuMs: sum.cpuMs + turn.cpuMs,
    secondMs: sum.secondMs + turn.secondMs,
    postgresMs: sum.postgresMs + turn.postgresMs,
  }));
}

export function comparisonOf(turns: { readonly one: Turn; readonly two: Turn }): Comparison {
  const [one, two] = [ratesOf(turns.one), ratesOf(turns.two)];
  const postgres = ({ postgresMs, count }: Turn): number => postgresMs / count;
  return {
    one,
    two,
    share: turns.two.secondMs / turns.two.cpuMs,
    ratio: two.perCoreS / one.perCoreS,
    postgresRatio: postgres(turns.two) / postgres(turns.one),
  };
}

function ratesOf({ count, elapsedMs, cpuMs }: Turn): Rates {
  return { perS: (count * 1000) / elapsedMs, perCoreS: (count * 1000) / cpuMs };
}

/** CPU ms of the first processes, the second ones, and PostgreSQL. */
export interface Used {
  readonly first: number;
  readonly second: number;
  readonly postgres: number;
}

/** CPU of the work itself: a busy machine prolongs it, and the use at rest continues meanwhile. */
export function aboveRest(
  { used, elapsedMs }: { readonly used: Used; readonly elapsedMs: number },
  restPerS: Used,
): Used {
  const above = (key: keyof Used): number =>
    Math.max(0, used[key] - (restPerS[key] * elapsedMs) / 1000);
  return { first: above('first'), second: above('second'), postgres: above('postgres') };
}
