/** Whether each number is above the one before. */
export function isAscending(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => index === 0 || (numbers[index - 1] ?? number) < number);
}
