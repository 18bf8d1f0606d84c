import type { ConsentText } from '../api/mandate-view.js';
import { paragraphsOf } from '../flow/statement-text.js';

interface StatementProps {
  readonly consent: ConsentText;
  readonly title: string;
}

/** The words that are agreed to, as the server made them; only how lines end is the page's. */
export function Statement({ consent, title }: StatementProps) {
  return (
    <section class="statement" aria-labelledby="statement-title" lang={consent.language}>
      <h2 id="statement-title">{title}</h2>
      {paragraphsOf(consent.text).map((parts) => (
        <p key={parts.join('')}>
          {parts.map((part, index) => (index % 2 ? <span class="unbroken">{part}</span> : part))}
        </p>
      ))}
    </section>
  );
}
