/** One violation for each rule. `filePath` names a file that exists, so that typed rules know it. */
export interface PlantedViolation {
  readonly plant: string;
  readonly rule: string;
  /** The sentence of STYLE.md that it breaks; absent where an architecture rule has none. */
  readonly style?: string;
  readonly filePath: string;
  readonly code: string;
}
