import { DeadLink } from '../parts/dead-link.js';
import type { LinkScreenProps } from './screen-props.js';

export function CancelledScreen({ view, texts }: LinkScreenProps) {
  return <DeadLink icon="cross" words={texts.cancelled} view={view} texts={texts} />;
}
