/** The text of one failure: what happened, and what to do. */
export interface FailureTexts {
  readonly title: string;
  readonly happened: string;
  readonly next: string;
}
