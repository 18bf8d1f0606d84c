/** The operations that are measured, in the order in which they run. */
export const OPERATIONS = ['create', 'card', 'charge', 'webhook', 'refresh'] as const;
export type OperationName = (typeof OPERATIONS)[number];
/** What `--parts` chooses from. */
export const PARTS = [...OPERATIONS, 'stripe', 'start'] as const;
export type PartName = (typeof PARTS)[number];

/** One number of the result. Its ID stays the same between versions. */
export interface Figure {
  readonly id: string;
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The most that it should be. */
  readonly aim?: number;
}

export interface PartResult {
  readonly part: PartName | 'grown' | 'console';
  readonly title: string;
  readonly figures: readonly Figure[];
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
