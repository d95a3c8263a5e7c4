/** https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat */
const whole = new Set([20, 21, 23, 26])
const fractional = new Set([700, 701, 1700])
const boolean = 16

/**
 * A value as the server writes it, as SQLite gives it: numbers are numbers, also those that count
 * rows, which are of 64 bits.
 *
 * @param type its number in the catalogue of types.
 * @throws RangeError for a number that a JavaScript number cannot hold.
 */
export function toValue(text: string | null, type: number): string | number | boolean | null {
  if (text === null) return null
  if (fractional.has(type)) return Number(text)
  if (type === boolean) return text === 't'
  if (!whole.has(type)) return text
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is too large a number.`)
  return number
}
