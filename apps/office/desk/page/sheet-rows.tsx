import { useState } from 'react'
import { Button } from '@naic/ui/button.tsx'
import { type DeskRows, DeskTable } from './desk-table.tsx'
import { ChoiceOfOne } from './list-and-one.tsx'

const perPage = 100

type Props<Row> = DeskRows<Row> & {
  /** Some of the rows, that can be shown alone, by what they are called. */
  parts: Readonly<Record<string, readonly Row[]>>
}

/** The rows of a sheet, to be looked through: all of them or a part, a hundred at a time. */
export function SheetRows<Row>({ parts, ...table }: Props<Row>) {
  const [shown, setShown] = useState({ part: 'all', page: 1 })
  const choices: typeof parts = { all: table.rows, ...parts }
  const rows = choices[shown.part] ?? table.rows
  const pages = Math.ceil(rows.length / perPage)
  const turnTo = (page: number) => setShown({ ...shown, page })
  return (
    <>
      <ChoiceOfOne
        name="rows"
        label="Rows"
        options={Object.entries(choices).map(([name, { length: count }]) => {
          return { value: name, name, count }
        })}
        value={shown.part}
        onChoose={(part) => setShown({ part, page: 1 })}
      />
      {rows.length === 0 ? (
        <p role="status">There is none.</p>
      ) : (
        <DeskTable {...table} rows={rows.slice((shown.page - 1) * perPage, shown.page * perPage)} />
      )}
      {pages > 1 ? (
        <p className="flex items-center gap-4">
          <Button look="quiet" disabled={shown.page === 1} onClick={() => turnTo(shown.page - 1)}>
            Those before
          </Button>
          <span role="status">
            Page {shown.page} of {pages}
          </span>
          <Button
            look="quiet"
            disabled={shown.page === pages}
            onClick={() => turnTo(shown.page + 1)}
          >
            Those after
          </Button>
        </p>
      ) : null}
    </>
  )
}
