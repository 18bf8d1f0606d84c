export const ERROR_TYPES = ['API_ERROR', 'LINK_ERROR', 'LINKING_ERROR'] as const;
export type ErrorType = (typeof ERROR_TYPES)[number];

export interface CatalogueEntry {
  /** HTTP status. */
  readonly status: number;
  readonly type: ErrorType;
  /** The integer `code` of the E1 envelope; absent where no E1 operation answers it. */
  readonly legacyCode?: number;
  /** Constant per code; `details` describes the single case. */
  readonly message: string;
}
