/** Configuration of links. */
export class LinkSettings {
  /** Days until an unpaid link expires. */
  readonly validityDays: number;
  /** Base address of the hosted pages. */
  readonly publicPagesUrl: string;
}
