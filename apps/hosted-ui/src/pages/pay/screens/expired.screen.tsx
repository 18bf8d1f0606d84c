import { DeadLink } from '../parts/dead-link.js';
import type { LinkScreenProps } from './screen-props.js';

export function ExpiredScreen({ view, texts }: LinkScreenProps) {
  return <DeadLink icon="clock" words={texts.expired} view={view} texts={texts} />;
}
