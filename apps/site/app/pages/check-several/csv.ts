/**
 * A table as CSV (RFC 4180), with the mark by which Excel knows UTF-8 and shows Indian names as they
 * are. A cell that a spreadsheet would take for a formula begins with an apostrophe, which keeps it
 * text (owasp.org/www-community/attacks/CSV_Injection).
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => `${row.map((cell) => quoted(harmless(cell))).join(',')}\r\n`)
  return `\uFEFF${lines.join('')}`
}

const harmless = (cell: string) => (/^(\s*[=+\-@＝＋－＠]|[\t\r])/.test(cell) ? `'${cell}` : cell)

const quoted = (cell: string) =>
  /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
