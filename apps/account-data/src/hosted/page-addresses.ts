/** Where browsers reach the hosted pages; without a slash at the end. */
export abstract class PageAddresses {
  abstract readonly pagesUrl: string;
}
