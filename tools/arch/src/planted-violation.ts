/** One violation for each rule. `filePath` names a file that exists, so that typed rules know it. */
export interface PlantedViolation {
  readonly plant: string;
  readonly rule: string;
  /** The sentence of STYLE.md that it breaks; absent where an architecture rule has none. */
  readonly style?: string;
  readonly filePath: string;
  readonly code: string;
}

/** Several ways to break one rule. */
export function breaches(
  broken: Pick<PlantedViolation, 'rule' | 'style'>,
  planted: readonly (readonly [plant: string, filePath: string, code: string])[],
): PlantedViolation[] {
  return planted.map(([plant, filePath, code]) => ({ ...broken, plant, filePath, code }));
}
