/** The parts that a run measures when none are named, in the order in which they run. */
export const USUAL_PARTS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;
/**
 * All parts, including those with much load, kills or single requests, which run only when named.
 */
export const PARTS = [
  ...USUAL_PARTS,
  'i',
  'j',
  'k',
  'l',
  'm',
  'n',
  'o',
  'p',
  'q',
  'r',
  's',
  't',
  'u',
  'v',
  'w',
  'x',
  'y',
  'z',
  'grown',
] as const;
export type PartName = (typeof PARTS)[number];

/** The aim of a figure. */
export interface Aim {
  readonly is: 'at least' | 'at most';
  readonly value: number;
}

/** One number of the result. Its ID stays the same between versions. */
export interface Figure {
  readonly id: string;
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly aim?: Aim;
}

export interface Bars {
  readonly kind: 'bars';
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly { readonly label: string; readonly value: number }[];
}

/** How much of the samples stayed below which time. */
export interface Curves {
  readonly kind: 'curves';
  readonly title: string;
  readonly unit: string;
  readonly curves: readonly { readonly label: string; readonly samples: readonly number[] }[];
}

export type Plot = Bars | Curves;

export interface PartResult {
  readonly part: PartName;
  readonly title: string;
  readonly figures: readonly Figure[];
  readonly plots: readonly Plot[];
}

export interface BenchResult {
  readonly started_at: string;
  readonly seconds: number;
  readonly machine: {
    readonly cpus: number;
    readonly cpu_model: string;
    readonly memory_gib: number;
    readonly node: string;
    /** Of the last minute when the run began: others that were at work make it more than 0. */
    readonly load_average_before: number;
  };
  readonly parts: readonly PartResult[];
  /** Reasons why a part was not measured. */
  readonly failed: readonly string[];
}

/** Result divided by aim, so that 1 or more is good; undefined without an aim. */
export function ratioToAim({ value, aim }: Figure): number | undefined {
  if (!aim) return undefined;
  return aim.is === 'at least' ? value / aim.value : aim.value / value;
}
