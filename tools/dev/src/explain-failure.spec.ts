import { StartError } from '@towpath/local-system';
import { explainFailure, readable } from './explain-failure.js';

describe('explainFailure', () => {
  it('names the three solutions when there is no Java', () => {
    const text = explainFailure(new StartError('NO_JAVA', 'Kafka needs Java 17 or newer.'));
    expect(text).toMatch(/^Kafka needs Java 17 or newer\. Install Java 17 .*Docker.*KAFKA_BROKERS/);
    expect(text.split('\n')).toHaveLength(1);
  });

  it('shows the last lines of the failed part in a readable form', () => {
    const lines = [
      'KEYS_DIR is missing',
      '{"level":"error","message":"no","error":{"message":"why"}}',
    ];
    expect(explainFailure(new StartError('DIED', 'mandate ended.', lines))).toBe(
      'mandate ended.\n    KEYS_DIR is missing\n    error no why',
    );
  });

  it('keeps the stack of an unexpected error', () => {
    expect(explainFailure(new TypeError('x is not a function'))).toMatch(/TypeError.*\n\s+at /);
  });
});

describe('readable', () => {
  it('does not change a line that only resembles JSON', () => {
    expect(readable('{ cut short')).toBe('{ cut short');
  });
});
