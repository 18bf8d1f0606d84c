/** Something that customers ask for, over and over, prepared up to the request that counts. */
export interface Operation {
  readonly name: string;
  /** How many are under way at a time. */
  readonly atOnce: number;
  /** How many a round has for each second: about what two cores can do. */
  readonly perSecond: number;
  /** CPU of the system in floors, at most. */
  readonly aim?: number;
  /** Everything that comes before the operations, which is not measured. */
  prepare(count: number): Promise<(() => Promise<unknown>)[]>;
  /** Until what counts after the answer is there as well; throws when it does not come. */
  done?(): Promise<void>;
  close?(): Promise<void>;
}
