import { findJava, majorVersion } from './java.js';

describe('findJava', () => {
  it('reports in one sentence that there is no Java', () => {
    expect(() => findJava({ PATH: '/nonexistent' })).toThrow(
      'Kafka needs Java 17 or newer, and no working java was found (looked on the PATH).',
    );
    expect(() => findJava({ JAVA_HOME: '/nonexistent' })).toThrow('JAVA_HOME is /nonexistent');
  });

  it.each([
    ['openjdk version "17.0.15" 2025-04-15', 17],
    ['java version "1.8.0_412"', 8],
    ['openjdk version "21" 2023-09-19', 21],
    ['something else', undefined],
  ])('reads the version of %s', (text, version) => {
    expect(majorVersion(text)).toBe(version);
  });
});
