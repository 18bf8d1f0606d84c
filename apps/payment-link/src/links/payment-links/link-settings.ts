/** What links need of the configuration. */
export abstract class LinkSettings {
  /** Days until an unpaid link expires. */
  abstract readonly validityDays: number;
  /** Base address of the hosted pages. */
  abstract readonly publicPagesUrl: string;
}
