interface TestModeProps {
  readonly title: string;
  readonly body: string;
}

const CARD_NUMBER = /(\d{4}(?: \d{4})+)/;

/** The line on top of every page that moves no real money; its card number stays in one piece. */
export function TestMode({ title, body }: TestModeProps) {
  return (
    <header class="test-mode">
      <p>
        <strong>{title}</strong>{' '}
        {body
          .split(CARD_NUMBER)
          .map((part) => (CARD_NUMBER.test(part) ? <span class="unbroken">{part}</span> : part))}
      </p>
    </header>
  );
}
