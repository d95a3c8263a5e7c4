import type { ReactNode } from 'react'

type Props = { name: string; columns: readonly string[]; children: ReactNode }

/** A table that scrolls sideways if it has no room. */
export function DeskTable({ name, columns, children }: Props) {
  return (
    // The keyboard must reach what scrolls; and at its edge there is room for the mark of the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label={name} tabIndex={0} className="-mx-2 overflow-x-auto px-2">
      <table className="w-full text-left text-sm">
        <thead className="border-control border-b">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="py-2 pr-4 font-semibold">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

type ProblemsProps = {
  name: string
  columns: readonly [string, string]
  /** Where, what, and what tells it from others, if that is not its text. */
  rows: readonly (readonly [ReactNode, ReactNode, string?])[]
}

/** What is wrong, line by line. */
export const Problems = ({ name, columns: titles, rows }: ProblemsProps) => (
  <DeskTable name={name} columns={titles}>
    {rows.map(([where, what, key = `${where as string} ${what as string}`]) => (
      <tr key={key} className="border-hairline border-b align-top">
        <th scope="row" className="py-2 pr-4 font-medium whitespace-nowrap tabular-nums">
          {where}
        </th>
        <td className="w-full py-2">{what}</td>
      </tr>
    ))}
  </DeskTable>
)
