import type { ReactNode } from 'react'

export type DeskColumn<Row> = {
  title: string
  render: (row: Row) => ReactNode
  /** Whether its cell names the row. */
  isName?: true
  look?: string
}

/** Of a short name, beside which stands what is said of it. */
export const theirName = { isName: true, look: 'whitespace-nowrap tabular-nums' } as const

export type DeskRows<Row> = {
  name: string
  columns: readonly DeskColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Whether somebody should look at the row. */
  isMarked?: (row: Row) => boolean
}

/** A table that scrolls sideways if it has no room. */
export function DeskTable<Row>({ name, columns, rows, keyOf, isMarked }: DeskRows<Row>) {
  return (
    // The keyboard must reach what scrolls; and at its edge there is room for the mark of the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label={name} tabIndex={0} className="-mx-2 overflow-x-auto px-2">
      <table className="w-full text-left text-sm">
        <thead className="border-control border-b">
          <tr>
            {columns.map(({ title }) => (
              <th key={title} scope="col" className="py-2 pr-4 font-semibold">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              className={`border-hairline border-b align-top ${isMarked?.(row) ? 'bg-marigold-pale' : ''}`}
            >
              {columns.map(({ title, render, isName, look = '' }) =>
                isName ? (
                  <th key={title} scope="row" className={`py-2 pr-4 font-medium ${look}`}>
                    {render(row)}
                  </th>
                ) : (
                  <td key={title} className={`py-2 pr-4 ${look}`}>
                    {render(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
