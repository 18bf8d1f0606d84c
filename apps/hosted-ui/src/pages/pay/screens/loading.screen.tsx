import type { ScreenProps } from './screen-props.js';

/** Holds the place of the card form, so that nothing jumps when it arrives. */
export function LoadingScreen({ texts }: ScreenProps) {
  return (
    <div class="panel-body" aria-busy="true">
      <h1 class="visually-hidden">{texts.loading}</h1>
      <span class="bone bone--title" />
      <span class="bone bone--fields" />
      <span class="bone bone--button" />
    </div>
  );
}
