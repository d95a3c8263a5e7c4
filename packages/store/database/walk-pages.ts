/** How many rows of a walk are in memory. */
export const rowsAtOnce = 200

/**
 * Reads all rows of a question, page after page.
 *
 * @param readAfter reads the rows after one, at most `rowsAtOnce`; the first ones after none.
 */
export async function* walkPages<Row>(
  readAfter: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let rows: Row[] = []
  do {
    rows = await readAfter(rows.at(-1))
    if (rows.length > 0) yield rows
  } while (rows.length >= rowsAtOnce)
}
