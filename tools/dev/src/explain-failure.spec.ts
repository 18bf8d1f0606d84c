import { StartError } from '@towpath/local-system';
import { explainFailure, readable } from './explain-failure.js';

describe('explainFailure', () => {
  it('names the three ways when there is no Java', () => {
    const text = explainFailure(new StartError('NO_JAVA', 'Kafka needs Java 17 or newer.'));
    expect(text).toMatch(/^Kafka needs Java 17 or newer\. Install Java 17 .*Docker.*KAFKA_BROKERS/);
    expect(text.split('\n')).toHaveLength(1);
  });

  it('shows what the failed part said last, readably', () => {
    const lines = [
      'KEYS_DIR is missing',
      '{"level":"error","message":"no","error":{"message":"why"}}',
    ];
    expect(explainFailure(new StartError('DIED', 'mandate ended.', lines))).toBe(
      'mandate ended.\n    KEYS_DIR is missing\n    error no why',
    );
  });

  it('keeps the stack of what nobody expected', () => {
    expect(explainFailure(new TypeError('x is not a function'))).toMatch(/TypeError.*\n\s+at /);
  });
});

describe('readable', () => {
  it('leaves a line alone that only looks like JSON', () => {
    expect(readable('{ cut short')).toBe('{ cut short');
  });
});
