import { useState } from 'react'
import { Button } from '@naic/ui/button.tsx'
import { type DeskRows, DeskTable } from './desk-table.tsx'
import { ChoiceOfOne } from './list-and-one.tsx'

const atOnce = 100

type Props<Row> = DeskRows<Row> & {
  /** Some of the rows, that can be shown alone, by what they are called. */
  parts: Readonly<Record<string, readonly Row[]>>
}

/** The rows of a sheet, to be looked through: all of them or a part, a hundred at first. */
export function SheetRows<Row>({ parts, ...table }: Props<Row>) {
  const [part, setPart] = useState('all')
  const [most, setMost] = useState(atOnce)
  const choices: typeof parts = { all: table.rows, ...parts }
  const rows = choices[part] ?? table.rows
  const further = Math.min(rows.length - most, atOnce)
  return (
    <>
      <ChoiceOfOne
        name="rows"
        label="Rows"
        options={Object.entries(choices).map(([name, { length: count }]) => {
          return { value: name, name, count }
        })}
        value={part}
        onChoose={setPart}
      />
      {rows.length === 0 ? (
        <p role="status">There is none.</p>
      ) : (
        <DeskTable {...table} rows={rows.slice(0, most)} />
      )}
      {further > 0 ? (
        <p>
          <Button look="quiet" onClick={() => setMost(most + atOnce)}>
            Show {further} more of {rows.length}
          </Button>
        </p>
      ) : null}
    </>
  )
}
